import { ToolResult } from "@toolkiln/runtime";
import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import { makeSampleImage } from "./sample-image.js";

const original = `import { readFile } from "node:fs/promises";

export async function loadConfig(path: string) {
  const text = await readFile(path, "utf8");
  return JSON.parse(text);
}

export const defaults = {
  retries: 3,
  timeout: 1000,
};

export function merge(left, right) {
  return { ...left, ...right };
}
`;

const modified = `import { readFile } from "node:fs/promises";
import { parse } from "yaml";

export async function loadConfig(path: string): Promise<Config> {
  const text = await readFile(path, "utf8");
  return parse(text);
}

export const defaults = {
  retries: 5,
  timeout: 1000,
};

export function merge(left, right) {
  return { ...left, ...right };
}
`;

const markdown = `# Release notes

The **executor** now keeps *locks* in sorted order, so \`file:a\` and \`file:b\` can no longer wait for each other. ~~Deadlocks~~ are gone; see [the docs](https://example.com/locks).

## Upgrading

1. Run \`toolkiln generate\`.
2. Check what changed:
   - permissions
   - model-visible texts
3. Commit.

- [x] written
- [ ] released

> A tool that declares no keys
> runs beside every other.

\`\`\`ts
const { status } = await executor.execute("file-read", { path });
\`\`\`

| Provider | Tools | Strict |
|:---------|------:|:------:|
| OpenAI   |   128 |  yes   |
| Gemini   |    64 |   no   |

---

<b>Raw markup</b> stays text.
`;

/** One result of every kind and view, as a tool would return it. */
export const sampleResults: Readonly<Record<string, ToolResult | AnyResultValue>> = {
  text: value("text", {
    content:
      "The quick brown fox jumps over the lazy dog, again and again, until the line is too long for a narrow terminal.\n\n\tindented by a tab\n日本語のテキストは幅が二倍です。そして折り返されます。 👩‍👩‍👧 café",
  }),
  markdown: value("text", { content: markdown }, { mimeType: "text/markdown" }),
  code: value("file_content", { path: "src/config.ts", content: modified, size: modified.length }),
  diff: value("diff", { path: "src/config.ts", original, modified, isNew: false }),
  "new-file": value("diff", { path: "notes.md", modified: "# Notes\n\nFirst line.\n", isNew: true }),
  "file-list": value("file_list", {
    path: "src",
    entries: [
      { name: "components", type: "directory", modified: "2026-11-02T08:15:00Z" },
      { name: "current", type: "symlink" },
      { name: "index.ts", type: "file", size: 812, modified: "2026-11-16T11:42:09Z" },
      { name: "日本語のファイル名.txt", type: "file", size: 15_360, modified: "2026-10-31T23:59:59Z" },
      {
        name: "a-rather-long-file-name-that-hardly-fits-anywhere.snapshot.json",
        type: "file",
        size: 4_812_345,
        modified: "2026-09-01T00:00:00Z",
      },
    ],
    truncated: true,
  }),
  table: value(
    "table",
    {
      columns: [
        { key: "package", label: "Package" },
        { key: "downloads", label: "Weekly downloads", type: "number" },
        { key: "released", label: "Released", type: "date" },
        { key: "maintained", label: "Maintained", type: "boolean", align: "center" },
        { key: "note", label: "Note" },
      ],
      rows: [
        {
          package: "yaml",
          downloads: 61_234_567,
          released: "2026-05-04",
          maintained: true,
          note: "Keeps the ranges of nodes",
        },
        {
          package: "marked",
          downloads: 14_002_133,
          released: "2026-10-12T09:30:00Z",
          maintained: true,
          note: "Markdown to tokens, fast, small and without a single dependency of its own",
        },
        { package: "日本語", downloads: 12, released: "2019-01-01", maintained: false, note: "幅の広い文字" },
        { package: "left-pad", downloads: null, maintained: false },
      ],
    },
    { summary: "4 packages" },
  ),
  "wide-table": value("table", {
    columns: Array.from({ length: 12 }, (_, index) => ({ key: `field${index + 1}` })),
    rows: [1, 2].map((row) =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`field${index + 1}`, `value ${row}.${index + 1}`]),
      ),
    ),
  }),
  tree: value(
    "git.status",
    {
      branch: "main",
      ahead: 2,
      clean: false,
      remote: "https://example.com/repository.git",
      fetched: "2026-11-16T11:42:09Z",
      staged: ["runtime/result/tool-result.ts", "docs/results.md"],
      conflicts: [],
      author: { name: "Ada Lovelace", contact: { mail: "ada@example.com", pager: null } },
      message:
        "A long message that goes on and on, so that it has to be broken over several lines in a narrow terminal.",
    },
    { display: { preferredView: "tree", fieldTypes: { fetched: "date", remote: "url", clean: "boolean" } } },
  ),
  image: value(
    "image",
    { base64: makeSampleImage(), alt: "A gradient from teal to orange" },
    { mimeType: "image/png" },
  ),
  "image-address": value("image", { url: "https://example.com/chart.png", alt: "Requests a day" }),
  structured: value("structured", { id: 7, tags: ["a", "b"], nested: { deep: [{ x: 1 }, { x: 2 }] } }),
  raw: value(
    "weather.report",
    { city: "Zürich", degrees: [3, 5, 4], wind: { from: "NW", speed: 12.5 } },
    { display: { preferredView: "raw" } },
  ),
  collapsed: value("text", { content: "one\ntwo\nthree\n" }, { display: { collapsed: true } }),
  "max-height": value("text", { content: "one\ntwo\nthree\nfour\nfive\n" }, { display: { maxHeight: 2 } }),
  hostile: value("text", {
    content:
      "clear \x1B[2J title \x1B]0;t\x07 link \x1B]8;;http://evil\x07 copy \x1B]52;c;AAAA\x07 c1 \x9B31m dcs \x1BPq\x1B\\ safe\rEVIL bidi \u202Etxt.exe\u2066 zero\u200Bwidth\u2060 tag\u{E0041}",
  }),
  success: withFrame(),
  failure: ToolResult.failed(
    "The file 'build/\x1B[31mout' does not exist.\nLook at `toolkiln run file-list`.",
    "NotFound",
    { tried: ["build", "dist"] },
  ),
  invalid: ToolResult.validationFailed({
    errors: [
      {
        parameterName: "/encoding",
        message: 'expected one of "utf-8", "latin1", "base64", got "utf8". Did you mean "utf-8"?',
        errorCode: "invalid_enum",
      },
      {
        parameterName: "/maxBytes",
        message: 'expected an integer from 1 to 10485760, got "lots".',
        errorCode: "type_mismatch",
      },
    ],
  }),
  denied: ToolResult.denied("Too risky on a Friday"),
};

function value(kind: string, data: unknown, more: Partial<AnyResultValue> = {}): AnyResultValue {
  return { kind, data, ...more };
}

function withFrame(): ToolResult {
  const artifacts = [
    { type: "directory", path: "build", action: "deleted", isNew: false },
    {
      type: "file",
      path: ".trash/2026-11-16/build.tar",
      action: "created",
      isNew: true,
      size: 48_230_100,
      description: "what was deleted",
    },
  ] as const;
  return Object.assign(Object.create(Object.getPrototypeOf(ToolResult.succeeded(1)) as object), {
    ...ToolResult.succeededWithArtifacts(
      artifacts,
      { content: "build/a.js\nbuild/b.js\n" },
      "Deleted 2,431 files (moved to .trash/2026-11-16)",
    ),
    kind: "text",
    durationMs: 1_894,
    suggestedFollowUps: ["restore with `toolkiln run file-move`", "empty the trash"],
    warnings: [{ code: "slow", message: "This was slow: 2,431 files" }],
  }) as ToolResult;
}
