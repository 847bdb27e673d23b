import { ToolResult } from "@toolkiln/runtime";
import type { AnyResultValue } from "@toolkiln/runtime/kinds";

/** Sequences that control a terminal or deceive its reader. */
export const terminalAttacks: readonly string[] = [
  "\x1B[2J\x1B[H",
  "\x1B]0;title\x07",
  "\x1B]8;;http://evil.example\x07click\x1B]8;;\x07",
  "\x1B]52;c;cm0gLXJmIC8=\x07",
  "\x1BP$q\x1B\\",
  "\x1B_Ga=T;AAAA\x1B\\",
  "\x9B31m\x9D0;t\x9C\x90q\x9C",
  "rm -rf /\rls     ",
  "abc\b\b\bxyz\x7F",
  "\x00\x05\x07\x0B\x0C\x0E\x0F",
  "\u202Egnp.exe\u202C \u2066isolate\u2069 \u200F\u061C",
  "zero\u200Bwidth\u200Cjoin\u200Der\u2060\uFEFF\u00AD",
  "line\u2028separator\u2029",
  "tag\u{E0041}\u{E007F} selector\u{E0100}",
  "half \uD800 pair \uDFFF",
  `zalgo a${"\u0301".repeat(60)}`,
  "\u3164\u115F\uFFA0 filler",
];

/** Markup and addresses that would run something or fetch something. */
export const markupAttacks: readonly string[] = [
  "<script>window.pwned=1</script>",
  "<img src=x onerror=window.pwned=1>",
  "<img src='https://evil.example/x.png'>",
  '"><svg onload=window.pwned=1>',
  "'><iframe srcdoc='<script>parent.pwned=1</script>'>",
  "</pre></code></td></table><script>window.pwned=1</script>",
  "</title></style><script>window.pwned=1</script>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href=https://evil.example/>",
  "<form action=https://evil.example><input autofocus onfocus=window.pwned=1>",
  "<details open ontoggle=window.pwned=1>",
  "<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=1>",
  "javascript:window.pwned=1",
  "jAvAsCrIpT\t:window.pwned=1",
  "java\nscript:window.pwned=1",
  "\x01javascript:window.pwned=1",
  "data:text/html,<script>parent.pwned=1</script>",
  "data:image/svg+xml,<svg onload=window.pwned=1>",
  "vbscript:msgbox(1)",
  "[link](javascript:window.pwned=1)",
  "[link](<java\tscript:window.pwned=1>)",
  "[link](&#106;avascript:window.pwned=1)",
  "[link](data:text/html;base64,PHNjcmlwdD4=)",
  "[a]: javascript:window.pwned=1\n\n[a]",
  "<javascript:window.pwned=1>",
  "![image](https://evil.example/pixel.png)",
  "![image](http://evil.example/pixel.png)",
  "![image](//evil.example/pixel.png)",
  '![x](x"onerror="window.pwned=1)',
  '![x" onerror="window.pwned=1](data:image/png;base64,AAAA)',
  '```html" onmouseover="window.pwned=1\n<script>window.pwned=1</script>\n```',
  "| a |\n|---|\n| <img src=x onerror=window.pwned=1> |",
  "&lt;script&gt;window.pwned=1&lt;/script&gt; &#60;script&#62;",
  "url(https://evil.example/x.png)",
  "expression(window.pwned=1); background:url(https://evil.example)",
  "${window.pwned=1} {{window.pwned=1}}",
];

/** A text put into every field of every kind of result. */
export function resultsWith(text: string): (ToolResult | AnyResultValue)[] {
  const display = {
    language: text,
    fieldTypes: { [text]: "url", url: "url", path: "path", when: "date" },
  } as const;
  const base64 = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><script>window.pwned=1</script><image href="https://evil.example/x.png"/></svg>`,
  ).toString("base64");
  const values: AnyResultValue[] = [
    { kind: "text", data: { content: text }, summary: text, mimeType: text },
    { kind: "text", data: { content: text }, mimeType: "text/markdown" },
    { kind: "text", data: { content: text }, display: { preferredView: "code", language: "html" } },
    { kind: "text", data: { content: text }, display: { ...display, collapsed: true } },
    { kind: "file_content", data: { path: text, content: text, size: 1, encoding: text }, display },
    {
      kind: "file_content",
      data: { path: "a.md", content: text, size: 1 },
      display: { preferredView: "markdown" },
    },
    {
      kind: "diff",
      data: { path: text, original: `a\n${text}\nb`, modified: `a\n${text} more\nb`, isNew: true },
    },
    {
      kind: "diff",
      data: {
        path: text,
        modified: "",
        isNew: false,
        hunks: [
          {
            oldStart: 1,
            oldLines: 1,
            newStart: 1,
            newLines: 1,
            lines: [` ${text}`, `-${text}`, `+${text}`, text],
          },
        ],
      },
    },
    {
      kind: "file_list",
      data: {
        path: text,
        entries: [
          { name: text, type: "file", size: 1, modified: text },
          { name: text, type: "symlink" },
        ],
      },
    },
    {
      kind: "table",
      data: {
        columns: [{ key: text, label: text }, { key: "url" }, { key: "when", type: "date" }],
        rows: [{ [text]: text, url: text, when: text }, { [text]: { [text]: [text] } }],
      },
      display,
    },
    { kind: "image", data: { url: text, alt: text }, mimeType: text },
    { kind: "image", data: { base64: text, alt: text }, mimeType: text },
    { kind: "image", data: { base64, alt: text }, mimeType: "image/svg+xml" },
    {
      kind: "structured",
      data: { [text]: text, url: text, path: text, list: [text, { [text]: text }] },
      display,
    },
    { kind: "own.kind", data: text, mimeType: text, display: { preferredView: "raw", language: text } },
    { kind: text, data: { [text]: text } },
    { kind: "own.kind", data: [{ [text]: text }] },
    { kind: "own.kind", data: text, display: { preferredView: "diff" } },
    { kind: "own.kind", data: text, display: { preferredView: "image" } },
  ];
  const artifact = {
    type: text,
    path: text,
    action: "created",
    isNew: true,
    description: text,
    mimeType: text,
  } as const;
  const failure = ToolResult.failed(text, text, { [text]: text });
  return [
    ...values,
    failure,
    ToolResult.succeededWithArtifacts([artifact], { [text]: text }, text),
    ToolResult.denied(text),
  ];
}
