import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { completePath } from "../../packages/playground/server/complete-path.js";
import { findRows } from "../../packages/playground/page/find-rows.js";
import { linesOf, summarizeOutcome, tableOf } from "../../packages/playground/server/result-views.js";
import type { Outcome } from "../../packages/playground/protocol.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

function outcome(data: unknown): Outcome {
  return {
    status: "completed",
    approval: "notRequired",
    durationMs: 1,
    trace: "",
    result: { success: true, data },
    envelope: { tool: "x" },
  };
}

describe("the views of a result", () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ n, word: `w${n % 10}` }));
  const data = { columns: [{ key: "n", label: "Number" }, { key: "word" }], rows };
  const table = tableOf(data);

  it("show a table with its columns", () => {
    expect(summarizeOutcome(outcome(data))).toMatchObject({ success: true, rows: 1_000 });
    expect(table.columns).toEqual([
      { key: "n", label: "Number", numeric: true },
      { key: "word", label: "word", numeric: false },
    ]);
    expect(table.rows.slice(998)).toEqual([
      ["998", "w8"],
      ["999", "w9"],
    ]);
    expect(tableOf([{ a: 1 }, { b: null }]).rows).toEqual([
      ["1", ""],
      ["", ""],
    ]);
  });

  it("are sorted by number where there are numbers, and filtered by text", () => {
    const query = { sort: "", order: "descending", filter: "" } as const;
    expect(findRows(table, { ...query, sort: "n" })[0]).toEqual(["999", "w9"]);
    expect(findRows(table, { ...query, sort: "word", order: "ascending" })[0]).toEqual(["0", "w0"]);
    const found = findRows(table, { ...query, filter: "W3" });
    expect([found.length, found[0]]).toEqual([100, ["3", "w3"]]);
  });

  it("show texts line by line, long lines in pieces", () => {
    const text = outcome({ content: `a\n${"b".repeat(900)}\n` });
    expect(summarizeOutcome(text)).toMatchObject({ lines: 5 });
    expect(linesOf(text, "text").slice(0, 2)).toEqual(["a", "b".repeat(400)]);
    expect(linesOf(text, "model")[0]).toBe("Result: Success");
    expect(linesOf(text, "envelope")[1]).toBe('  "tool": "x"');
    expect(linesOf(outcome(""), "text")).toEqual([""]);
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
