import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { completePath } from "../../packages/playground/server/complete-path.js";
import { breakLines, ResultPages } from "../../packages/playground/server/result-pages.js";
import type { Outcome } from "../../packages/playground/protocol.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

function outcome(data: unknown): Outcome {
  return {
    status: "completed",
    approval: "notRequired",
    durationMs: 1,
    success: true,
    kind: "table",
    artifacts: [],
    trace: "",
    result: { data },
    envelope: { tool: "x" },
    modelText: "Result: Success",
    pages: { light: "", dark: "" },
  };
}

describe("the pages of a result", () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ n, word: `w${n % 10}` }));
  const pages = new ResultPages(outcome({ columns: [{ key: "n", label: "Number" }, { key: "word" }], rows }));
  const every = { sort: "", descending: false, filter: "" };

  it("show a stretch of a table with its columns", () => {
    expect(pages.sizes).toEqual({ rows: 1_000 });
    expect(pages.rows(every, 998, 10)).toEqual({
      total: 1_000,
      columns: [
        { key: "n", label: "Number", numeric: true },
        { key: "word", label: "word", numeric: false },
      ],
      items: [
        ["998", "w8"],
        ["999", "w9"],
      ],
    });
  });

  it("are sorted by number where there are numbers, and filtered by text", () => {
    expect(pages.rows({ ...every, sort: "n", descending: true }, 0, 1).items).toEqual([["999", "w9"]]);
    expect(pages.rows({ ...every, filter: "W3" }, 0, 1)).toMatchObject({ total: 100, items: [["3", "w3"]] });
  });

  it("show texts line by line, long lines in pieces", () => {
    const text = new ResultPages(outcome({ content: `a\n${"b".repeat(900)}\n` }));
    expect(text.sizes).toEqual({ lines: 5 });
    expect(text.lines("text", 0, 2)).toEqual({ total: 5, items: ["a", "b".repeat(400)] });
    expect(text.lines("model", 0, 9).items).toEqual(["Result: Success"]);
    expect(text.lines("envelope", 1, 1).items).toEqual(['  "tool": "x"']);
    expect(breakLines("")).toEqual([""]);
  });
});

describe("completed paths", () => {
  const folder = scratchFolder("paths");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("lie in the workspace, also behind links", async () => {
    mkdirSync(join(folder, "inside/deep"), { recursive: true });
    mkdirSync(join(folder, "outside"));
    writeFileSync(join(folder, "inside/deep/file.txt"), "");
    symlinkSync(join(folder, "outside"), join(folder, "inside/link"));
    const workspace = join(folder, "inside");
    expect(await completePath(workspace, "d")).toEqual(["deep/"]);
    expect(await completePath(workspace, "deep/f")).toEqual(["deep/file.txt"]);
    for (const typed of ["../", "link/", "/", "missing/"])
      expect((await completePath(workspace, typed)).filter((path) => !path.startsWith("/"))).toEqual([]);
  });
});

describe("the page", () => {
  it("weighs at most 250 kB, compressed", () => {
    const folder = join(repositoryRoot, "packages/playground/dist/web");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const sizes = files
      .filter(({ name }) => !name.endsWith(".txt"))
      .map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length);
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });
});
