import { element, renderHtml, renderPage, stylesheet } from "@toolkiln/render/html";
import { renderTerminal } from "@toolkiln/render/terminal";
import {
  ToolExecutor,
  ToolRegistry,
  ToolResult,
  ToolResultBuilder,
  type DisplayHints,
} from "@toolkiln/runtime";
import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import { MockTool } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";

function value(kind: string, data: unknown, display?: DisplayHints, mimeType?: string): AnyResultValue {
  return { kind, data, display, mimeType };
}

/** Terminal and HTML choose the view by the same rules; each case has a text that identifies the view in either. */
const chain: readonly [string, AnyResultValue, string, string][] = [
  ["a known kind selects the view", value("text", { content: "hello" }), "hello", 'class="tk-text"'],
  [
    "a display hint changes the view of a known kind",
    value("text", { content: "# hello" }, { preferredView: "markdown" }),
    "# hello",
    "<h3>hello</h3>",
  ],
  [
    "an unknown kind is shown as its display hint says",
    value("own.kind", { a: 1 }, { preferredView: "tree" }),
    "a  1",
    'class="tk-tree"',
  ],
  [
    "an unknown kind without a hint is shown by its MIME type",
    value("own.kind", { a: 1 }, undefined, "application/json"),
    "a  1",
    'class="tk-tree"',
  ],
  [
    "an unknown kind without a MIME type is shown by its shape",
    value("own.kind", [{ a: 1 }, { a: 2 }]),
    "a\n─\n1\n2",
    'class="tk-table',
  ],
  [
    "any other data is shown as JSON",
    value("own.kind", { a: 1 }),
    '{\n  "a": 1\n}',
    'aria-label="Code in json"',
  ],
  [
    "data that does not match its kind is shown by its shape",
    value("table", { columns: 3 }),
    "columns  3",
    'class="tk-tree"',
  ],
  [
    "data of the kind text without text is shown as JSON",
    value("text", { other: true }),
    '{\n  "other": true\n}',
    'aria-label="Code in json"',
  ],
  [
    "the old flat format is accepted",
    { kind: "text", content: "flat" } as unknown as AnyResultValue,
    "flat",
    ">flat</div>",
  ],
  [
    "a kind named like a built-in property has no renderer",
    value("constructor", { a: 1 }),
    '{\n  "a": 1\n}',
    "tk-code",
  ],
];

describe("choosing a view", () => {
  it.each(chain)("%s", (_, result, terminal, html) => {
    expect(renderTerminal(result)).toBe(terminal);
    expect(renderHtml(result)).toContain(html);
  });

  it("shows nothing of hidden data", () => {
    const hidden = value("text", { content: "secret" }, { preferredView: "hidden" });
    expect(renderTerminal(hidden)).toBe("");
    expect(renderHtml(hidden)).not.toContain("secret");
  });
});

describe("the title of a success", () => {
  it.each([
    ["a list", [1, 2], "✓ 2 items\n\n- 1\n- 2"],
    ["text, which is not repeated", "stored", "✓ Operation completed successfully\n\nstored"],
    ["empty text", "", '✓ Operation completed successfully\n\n""'],
    ["a number", 5, "✓ Operation completed successfully\n\n5"],
  ])("is the summary of an object or the message: %s", (_, data, expected) => {
    expect(renderTerminal(ToolResult.succeeded(data))).toBe(expected);
  });
});

describe("display hints", () => {
  const lines = value("text", { content: "one\ntwo\nthree" }, { collapsed: true });

  it("collapse to a summary that can be opened", () => {
    expect(renderTerminal(lines)).toBe("▸ one  collapsed");
    expect(renderTerminal(lines, { expand: true })).toBe("one\ntwo\nthree");
    expect(renderHtml(lines)).toContain('<details class="tk-collapsed"><summary>one</summary>');
  });

  it("limit the height: a terminal cuts, a page scrolls", () => {
    const tall = value("text", { content: "one\ntwo\nthree" }, { maxHeight: 2 });
    expect(renderTerminal(tall)).toBe("one\ntwo\n… 1 more line");
    expect(renderHtml(tall)).toMatch(/class="tk-limited" style="--tk-lines:2".*one\ntwo\nthree/s);
  });

  it("are not added to the fields of an invalid image part", () => {
    const content = [{ type: "image", data: "bm90IGFuIGltYWdl", mimeType: "image/png" }] as const;
    const result = ToolResultBuilder.success()
      .withContent(...content)
      .build();
    expect(renderTerminal(result)).toContain('{\n  "base64": "bm90IGFuIGltYWdl"\n}');
  });

  it("sort results by priority", () => {
    const results = [
      value("text", "low"),
      value("text", "high", { priority: 5 }),
      value("text", "lower", { priority: -1 }),
    ];
    expect(renderTerminal(results.map((one) => ({ ...one, data: { content: one.data } })))).toBe(
      "high\n\nlow\n\nlower",
    );
  });

  it("format fields by their type", () => {
    const data = {
      size: 1_234_567.5,
      when: "2026-11-16T11:42:09Z",
      on: true,
      home: "https://example.com",
      local: "2026-11-16T11:42:09",
    };
    const display = {
      preferredView: "tree",
      fieldTypes: { size: "number", when: "date", on: "boolean", home: "url", local: "date" },
    } as const;
    const text = renderTerminal(value("own.kind", data, display));
    expect(text).toBe(
      "size   1,234,567.5\nwhen   2026-11-16 11:42 UTC\non     yes\nhome   https://example.com\nlocal  2026-11-16T11:42:09",
    );
    expect(renderHtml(value("own.kind", data, display))).toContain('<a href="https://example.com"');
  });

  it("ignores display hints of the wrong type", () => {
    const display = {
      language: 5,
      maxHeight: "tall",
      collapsed: "yes",
      fieldTypes: null,
      priority: Number.NaN,
    } as unknown as DisplayHints;
    expect(renderTerminal(value("text", { content: "x" }, display))).toBe("x");
    expect(renderHtml(value("structured", { a: 1 }, display))).toContain("tk-tree");
  });
});

describe("a difference side by side", () => {
  const lines = ["first", ...Array.from({ length: 20 }, (_, index) => `line ${index}`), "last"];
  const original = lines.join("\n");
  const modified = original.replace("first", "first\nsecond").replace("last", "the last");
  const diff = value("diff", { path: "a.txt", original, modified, isNew: false });

  it("is the default from 140 columns", () => {
    const isSideBySide = (width?: number): boolean =>
      renderTerminal(diff, { ...(width !== undefined && { width }) }).includes(" │ ");
    expect([139, 140, undefined].map(isSideBySide)).toEqual([false, true, false]);
  });

  it("puts removed lines beside the added ones, and breaks long ones on their side", () => {
    const sides = (text: string): string[] =>
      text.split("\n").map((line) => line.replace(/ +│/, " │").replace(/(x)x+(?= |$)/, "$1…"));
    expect(sides(renderTerminal(diff, { width: 140 }))).toEqual([
      "a.txt  +2 -1",
      " 1   first │  1   first",
      " │  2 + second",
      " 2   line 0 │  3   line 0",
      " 3   line 1 │  4   line 1",
      " 4   line 2 │  5   line 2",
      "⋯",
      "19   line 17 │ 20   line 17",
      "20   line 18 │ 21   line 18",
      "21   line 19 │ 22   line 19",
      "22 - last │ 23 + the last",
    ]);
    const original = `${"x".repeat(64)}end`;
    const long = value("diff", { path: "b", original, modified: "y", isNew: false });
    expect(sides(renderTerminal(long, { width: 140 }))).toEqual(["b  +1 -1", "1 - x… │ 1 + y", "    end │"]);
  });

  it("is in one column for a new file, which has only one side", () => {
    const created = value("diff", { path: "a.txt", modified: "one", isNew: true });
    expect(renderTerminal(created, { width: 160 })).not.toContain(" │ ");
  });
});

describe("sorting a table", () => {
  const table = value("table", { columns: [{ key: "a" }], rows: [{ a: 1 }, { a: 2 }] });
  const namesIn = (html: string): string[] => [
    ...new Set([...html.matchAll(/ name="([^"]*)"/g)].map(([, name = ""]) => name)),
  ];

  it("uses unique names for every table of a page", () => {
    expect(namesIn(renderHtml([table, table]))).toEqual(["tk-1", "tk-2"]);
    expect(namesIn(renderHtml([table, table], { idPrefix: "run7" }))).toEqual(["run7-1", "run7-2"]);
  });

  it("orders numbers by value, then text, and gives empty cells no rank", () => {
    const cells = ["file10", 20, null, "file2", 3, -1n, "B", "a"];
    const rows = cells.map((cell) => ({ cell }));
    const html = renderHtml(value("table", { columns: [{ key: "cell" }], rows }));
    const ranks = [...html.matchAll(/--tk-s0:(\d+)/g)].map(([, rank]) => Number(rank));
    expect(ranks).toEqual([6, 2, 5, 1, 0, 4, 3]);
    expect(html).toContain('<tr role="row"><td'); // The row without a value has no rank.
  });

  it("orders the sizes of a listing by bytes", () => {
    const entries = [2_000, 900, 5_000_000].map((size) => ({ name: `${size}`, type: "file", size }));
    const html = renderHtml(value("file_list", { path: ".", entries }));
    expect([...html.matchAll(/--tk-s1:(\d+)/g)].map(([, rank]) => Number(rank))).toEqual([1, 0, 2]);
  });

  it("is not offered for a single row or more than twelve columns", () => {
    const wide = { columns: Array.from({ length: 13 }, (_, index) => ({ key: `k${index}` })) };
    for (const data of [
      { columns: [{ key: "a" }], rows: [{ a: 1 }] },
      { ...wide, rows: [{}, {}] },
    ])
      expect(renderHtml(value("table", data))).not.toContain("<input");
  });
});

describe("a duration", () => {
  it.each([10n ** 30n, "soon", Number.NaN])("is not shown when it is %s", (durationMs) => {
    const result = { ...ToolResult.failed("It broke"), durationMs } as unknown as AnyResultValue;
    expect(renderTerminal(result)).toContain("It broke");
    expect(renderHtml(result)).not.toContain("tk-duration");
  });
});

describe("a custom renderer", () => {
  const status = value("git.status", { branch: "main\x1B[2J" });

  it("replaces the renderer of its kind, and its output is still escaped", () => {
    const terminal = {
      "git.status": () => [[{ text: "on ", style: "muted" as const }, { text: "main\x1B[2J" }]],
    };
    expect(renderTerminal(status, { renderers: terminal })).toBe(String.raw`on main\x1b[2J`);
    expect(renderTerminal(status, { renderers: { "git.status": () => "plain\ntext\x07" } })).toBe(
      "plain\n" + String.raw`text\x07`,
    );
    const html = { "git.status": () => element("strong", {}, "<main>") };
    expect(renderHtml(status, { renderers: html })).toContain("<strong>&lt;main&gt;</strong>");
  });

  it("falls back to the default view with a note when a custom renderer throws", () => {
    const fails = () => {
      throw new Error("no luck");
    };
    expect(renderTerminal(status, { renderers: { "git.status": fails } })).toMatch(
      /"branch"[^]*The renderer of 'git.status' failed: no luck/,
    );
    expect(renderHtml(status, { renderers: { "git.status": fails } })).toMatch(/branch[^]*failed: no luck/);
  });
});

describe("the frame around the data", () => {
  it("shows the warnings of a call's result", async () => {
    const tool = new MockTool({ id: "noted", deprecated: "Use newer instead." });
    await using executor = new ToolExecutor(ToolRegistry.of(tool));
    const { result } = await executor.dispatch("noted", {});
    const warning = "Tool &#39;noted&#39; is deprecated. Use newer instead.";
    expect(renderTerminal(result)).toContain("⚠ Tool 'noted' is deprecated. Use newer instead.");
    expect(renderHtml(result).replaceAll("'", "&#39;")).toContain(warning);
  });

  it("shows a failure with its code, reason and partial data", () => {
    const failure = ToolResult.failed("broken", "Broken", { got: 1 });
    expect(renderTerminal(failure)).toBe("✗ broken (Broken)\n\ngot  1");
    expect(renderHtml(failure)).toContain('<span class="tk-badge">Broken</span>');
  });
});

describe("a page", () => {
  it("carries its style and a policy, and no script", () => {
    const page = renderPage(value("text", { content: "x" }), { title: "A </title> & more" });
    expect(page).toContain("<title>A &lt;/title&gt; &amp; more</title>");
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:;");
    expect(page).not.toMatch(/<script|<link|@import|url\(/);
    expect(stylesheet.length).toBeLessThan(20_000);
  });
});

const rows = Array.from({ length: 100_000 }, (_, index) => ({ id: index, name: `row ${index}` }));
const line = "The quick brown fox jumps over the lazy dog.\n";
const long = line.repeat(Math.ceil(20_000_000 / line.length));
const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = circular;

const large: readonly [string, AnyResultValue, RegExp][] = [
  ["100,000 rows", value("table", { columns: [{ key: "id" }, { key: "name" }], rows }), /… 99,500 more rows/],
  ["100,000 objects", value("own.rows", rows), /… 99,500 more rows/],
  [
    "100,000 files",
    value("file_list", { path: ".", entries: rows.map(({ name }) => ({ name, type: "file" })) }),
    /… 99,500 more entries/,
  ],
  ["20 MB of text", value("text", { content: long }), /… 19,[0-9,]+ more characters/],
  ["20 MB in one line", value("text", { content: "x".repeat(20_000_000) }), /… 19,800,000 more characters/],
  ["20 MB of escapes", value("text", { content: "\x1B".repeat(20_000_000) }), /… 19,800,000 more characters/],
  ["20 MB of Markdown", value("text", { content: long }, { preferredView: "markdown" }), /more lines/],
  [
    "Markdown built to be slow",
    value("text", { content: "*a_".repeat(7_000_000) }, { preferredView: "markdown" }),
    /more characters/,
  ],
  [
    "100,000 nested quotations",
    value("text", { content: ">".repeat(100_000) }, { preferredView: "markdown" }),
    />{20}|(&gt;){20}/,
  ],
  ["20 MB of code", value("file_content", { path: "a.ts", content: long, size: long.length }), /more lines/],
  [
    "a diff of 20 MB",
    value("diff", { path: "a", original: long, modified: long.replaceAll("fox", "cat"), isNew: false }),
    /Only the beginning of the file was compared/,
  ],
  [
    "a diff of two texts without a common line",
    value("diff", { path: "a", original: "a\n".repeat(9_000), modified: "b\n".repeat(9_000), isNew: false }),
    /Too many differences: shown as a full replacement/,
  ],
  ["100,000 values", value("structured", rows), /… 99,800 more values/],
  ["a tree of 10,000 levels", value("structured", nested(10_000)), /deeper/],
  ["circular data", value("structured", circular), /\(circular\)/],
];

describe("data of any size", () => {
  it.each(large)("is truncated with a note: %s", (_, result, note) => {
    const terminal = renderTerminal(result, { width: 80, color: true });
    expect(terminal).toMatch(note);
    expect(terminal.length).toBeLessThan(2_000_000);
    const html = renderHtml(result);
    expect(html).toMatch(note);
    expect(html.length).toBeLessThan(2_000_000);
  });

  it.each<[string, (list: readonly unknown[]) => unknown]>([
    ["table", (rows) => ({ columns: [{ key: "a" }], rows })],
    ["table", (columns) => ({ columns, rows: [] })],
    ["table", (rows) => rows],
    ["file_list", (entries) => ({ path: ".", entries })],
    ["diff", (hunks) => ({ path: "a", modified: "text", isNew: true, hunks })],
    ["own.kind", (rows) => rows],
  ])("is not iterated when it is a sparse array: case %# of kind %s", (kind, dataOf) => {
    let touched = 0;
    const touch = (): void => {
      touched += 1;
      if (touched > 100_000) raise();
    };
    const list: unknown[] = [{ a: 1, key: "a", name: "a", type: "file" }];
    list.length = 4_000_000_000;
    const watched = new Proxy(list, {
      get: (target, key) => (touch(), Reflect.get(target, key) as unknown),
      has: (target, key) => (touch(), Reflect.has(target, key)),
    });
    const result = value(kind, dataOf(watched));
    expect(renderTerminal(result)).not.toBe("");
    expect(renderHtml(result)).not.toBe("");
    expect(touched).toBeLessThan(10_000);
  });

  it("omits only the data that cannot be read", () => {
    const refuses = new Proxy(
      {},
      { get: () => raise(), ownKeys: () => raise(), has: () => raise(), getPrototypeOf: () => raise() },
    );
    const getter = {
      fine: 1,
      get broken(): never {
        return raise();
      },
    };
    expect(renderTerminal(value("structured", getter))).toContain("broken  [Unreadable]");
    expect(renderTerminal(value("own.kind", { refuses }))).toContain("refuses");
    for (const kind of ["structured", "text", "table", "diff", "image", "own.kind"]) {
      expect(typeof renderTerminal(value(kind, refuses))).toBe("string");
      expect(typeof renderHtml(value(kind, refuses))).toBe("string");
    }
  });
});

function nested(levels: number): unknown {
  let inner: unknown = "bottom";
  for (let level = 0; level < levels; level += 1) inner = { inner };
  return inner;
}

function raise(): never {
  throw new Error("refused");
}
