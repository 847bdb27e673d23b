import { isToolResultValue, isValidKind, ToolResult, type PreferredView } from "@toolkiln/runtime";
import {
  type AnyResultValue,
  inferView,
  isDataOfKind,
  normalizeResult,
  summarizeResult,
} from "@toolkiln/runtime/kinds";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("names of kinds", () => {
  it.each(["text", "file_content", "git.status", "my_plugin.custom_type", "a1.b2.c3"])(
    "allows %s",
    (kind) => {
      expect(isValidKind(kind)).toBe(true);
    },
  );

  it.each(["", "Text", "1a", "a.", ".a", "a..b", "a-b", "a b", "a.1", "a\n", "_a", 1, null, undefined])(
    "rejects %j",
    (kind) => {
      expect(isValidKind(kind)).toBe(false);
    },
  );
});

describe("isToolResultValue", () => {
  it("accepts known and unknown kinds, with and without hints", () => {
    expect(isToolResultValue({ kind: "text", data: { content: "x" } })).toBe(true);
    expect(isToolResultValue({ kind: "git.status", data: null, summary: "s", display: {} })).toBe(true);
    expect(isToolResultValue(ToolResult.succeeded({ a: 1 }))).toBe(true);
  });

  it.each([
    undefined,
    null,
    "text",
    [],
    {},
    { kind: "text" },
    { kind: "Not A Kind", data: 1 },
    { data: 1 },
    { kind: "text", data: 1, summary: 2 },
    { kind: "text", data: 1, display: "hidden" },
  ])("rejects %j", (value) => {
    expect(isToolResultValue(value)).toBe(false);
  });
});

describe("normalizeResult", () => {
  const display = { collapsed: true };
  it.each([
    { flat: { kind: "text", content: "hi" }, data: { content: "hi" } },
    {
      flat: { kind: "diff", path: "a", original: "x", modified: "y", isNew: false, bytesWritten: 1 },
      data: { path: "a", original: "x", modified: "y", isNew: false, bytesWritten: 1 },
    },
    {
      flat: { kind: "file_content", path: "a", content: "x", size: 1 },
      data: { path: "a", content: "x", size: 1 },
    },
    {
      flat: { kind: "file_list", path: ".", entries: [], truncated: true },
      data: { path: ".", entries: [], truncated: true },
    },
    { flat: { kind: "git.status", branch: "main" }, data: { branch: "main" } },
  ])("moves the fields of a flat $flat.kind into data", ({ flat, data }) => {
    expect(normalizeResult({ ...flat, summary: "s", display })).toEqual({
      kind: flat.kind,
      data,
      summary: "s",
      display,
    });
    expect(normalizeResult(flat)).toEqual({ kind: flat.kind, data });
  });

  it("converts the old kind json to structured", () => {
    expect(normalizeResult({ kind: "json", data: [1], summary: "s" })).toEqual({
      kind: "structured",
      data: [1],
      summary: "s",
    });
    expect(normalizeResult({ kind: "json", value: 1 })).toEqual({ kind: "structured", data: { value: 1 } });
  });

  it("leaves the current format unchanged", () => {
    const value: AnyResultValue = { kind: "diff", data: { path: "a" }, summary: "+1 -0 lines" };
    expect(normalizeResult(value)).toBe(value);
  });

  it("keeps a field named __proto__ a field", () => {
    const flat = JSON.parse('{"kind":"custom","__proto__":{"polluted":true}}') as { kind: string };
    const { data } = normalizeResult(flat);
    expect(Object.keys(data as object)).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("inferView", () => {
  const preferredViews = ["text", "markdown", "code", "diff", "table", "tree", "image", "raw", "hidden"];
  const view = (
    kind: string,
    data: unknown,
    more: Omit<AnyResultValue, "kind" | "data"> = {},
  ): PreferredView => inferView({ kind, data, ...more });

  it.each([
    ["text", "text"],
    ["diff", "diff"],
    ["file_content", "code"],
    ["file_list", "table"],
    ["table", "table"],
    ["image", "image"],
    ["structured", "tree"],
  ])("shows the well-known kind %s as %s", (kind, expected) => {
    expect(view(kind, {})).toBe(expected);
  });

  it.each(["text", "diff", "image", "git.status"])(
    "prefers the hints hidden and raw to the view of %s",
    (kind) => {
      expect(view(kind, {}, { display: { preferredView: "hidden" }, mimeType: "text/plain" })).toBe("hidden");
      expect(view(kind, {}, { display: { preferredView: "raw" }, mimeType: "text/plain" })).toBe("raw");
    },
  );

  it("applies the hint to a well-known kind if it fits", () => {
    expect(view("text", {}, { display: { preferredView: "markdown" } })).toBe("markdown");
    expect(view("text", {}, { display: { language: "ts" } })).toBe("code");
    expect(view("text", {}, { mimeType: "text/markdown" })).toBe("markdown");
    expect(view("file_list", {}, { display: { preferredView: "tree" } })).toBe("tree");
    expect(view("structured", [], { display: { preferredView: "table" } })).toBe("table");
    expect(view("diff", {}, { display: { preferredView: "image" } })).toBe("diff");
  });

  it("uses the hint of an unknown kind, then its MIME type, then its shape, then raw", () => {
    expect(view("x.y", "text", { display: { preferredView: "tree" }, mimeType: "image/png" })).toBe("tree");
    expect(view("x.y", {}, { mimeType: "text/plain" })).toBe("text");
    expect(view("x.y", {}, { mimeType: "Text/Markdown; charset=utf-8" })).toBe("markdown");
    expect(view("x.y", {}, { mimeType: "image/png" })).toBe("image");
    expect(view("x.y", {}, { mimeType: "application/json" })).toBe("tree");
    expect(view("x.y", {}, { mimeType: "application/problem+json" })).toBe("tree");
    expect(view("x.y", [{ a: 1 }, { a: 2, b: 3 }])).toBe("table");
    expect(view("x.y", "text")).toBe("text");
    for (const data of [[], [1], [{}], [{ a: 1 }, null], [{ a: 1 }, { b: 1 }], {}, 1, null, undefined]) {
      expect(view("x.y", data)).toBe("raw");
    }
  });

  it("returns a view for any input", () => {
    const hints = fc.record({ preferredView: fc.anything(), language: fc.anything() });
    fc.assert(
      fc.property(fc.string(), fc.anything(), fc.anything(), hints, (kind, data, mimeType, display) => {
        // Hints come from outside: at run time they may be any JSON value.
        const value = { kind, data, mimeType, display } as unknown as AnyResultValue;
        expect(preferredViews).toContain(inferView(value));
      }),
    );
  });
});

describe("summarizeResult", () => {
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => `line ${i + from}\n`).join("");
  const summary = (kind: string, data: unknown): string => summarizeResult({ kind, data });

  it("prefers the result's own summary", () => {
    expect(summarizeResult({ kind: "text", data: { content: "x" }, summary: "mine" })).toBe("mine");
  });

  it("counts the lines of a diff", () => {
    const original = lines(50);
    const modified = original.replace(lines(3, 10), lines(15, 100));
    expect(summary("diff", { path: "a", original, modified, isNew: false })).toBe("+15 -3 lines");
    expect(summary("diff", { path: "a", modified: "a\nb", isNew: true })).toBe("+2 -0 lines");
    expect(summary("diff", { path: "a", original, modified: original, isNew: false })).toBe("+0 -0 lines");
    const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [" a", "-b", "+c", "+d"] }];
    expect(summary("diff", { path: "a", modified: "", isNew: false, hunks })).toBe("+2 -1 lines");
  });

  it("counts repeated lines, but not moved ones", () => {
    expect(
      summary("diff", {
        path: "a",
        original: "a\nb\nc\na\nb\nb\na",
        modified: "c\nb\na\nb\na\nc",
        isNew: false,
      }),
    ).toBe("+1 -2 lines");
  });

  it("stays quick on texts that have nothing in common", () => {
    const data = { path: "a", original: lines(20_000), modified: lines(20_000, 50_000), isNew: false };
    expect(summary("diff", data)).toBe("+20000 -20000 lines");
  });

  it("counts entries, rows, lines and items", () => {
    const file = { name: "a", type: "file" };
    const directory = { name: "d", type: "directory" };
    expect(summary("file_list", { path: ".", entries: Array.from({ length: 42 }, () => file) })).toBe(
      "42 files",
    );
    expect(summary("file_list", { path: ".", entries: [file] })).toBe("1 file");
    expect(summary("file_list", { path: ".", entries: [file, file, directory] })).toBe(
      "2 files, 1 directory",
    );
    expect(summary("file_list", { path: ".", entries: [directory, directory] })).toBe("2 directories");
    expect(summary("file_list", { path: ".", entries: [file], truncated: true })).toBe("1+ files");
    expect(summary("table", { columns: [], rows: [{}, {}] })).toBe("2 rows");
    expect(summary("file_content", { path: "a", content: "a\nb\n", size: 1536 })).toBe("2 lines, 1.5 KB");
    expect(summary("file_content", { path: "a", content: "a", size: 3e6, truncated: true })).toBe(
      "1 line shown, 2.9 MB",
    );
    expect(summary("structured", [1, 2])).toBe("2 items");
    expect(summary("git.status", { a: 1 })).toBe("1 field");
    expect(summary("structured", undefined)).toBe("no data");
  });

  it("gives text and alternative text as one short line", () => {
    expect(summary("text", { content: "\n  first\nsecond" })).toBe("first");
    expect(summary("text", { content: "😀".repeat(200) })).toBe(`${"😀".repeat(39)}…`);
    expect(summary("image", { url: "x", alt: "a cat" })).toBe("a cat");
    expect(summary("image", { url: "x" })).toBe("image");
  });

  it("describes data that does not match its kind by its shape", () => {
    expect(summary("diff", { path: 1 })).toBe("1 field");
    expect(summary("file_list", "nonsense")).toBe("nonsense");
  });
});

describe("data whose own code throws", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = {
    get content(): string {
      throw new Error("no");
    },
  };

  it.each([["a revoked proxy", proxy] as const, ["a getter", getter] as const])(
    "does not make the functions of kinds throw: %s",
    (_, data) => {
      expect(isDataOfKind("text", data)).toBe(false);
      expect(inferView({ kind: "x.y", data })).toBe("raw");
      expect(summarizeResult({ kind: "text", data })).toMatch(/^(unreadable data|1 field)$/);
    },
  );
});
