import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { completePath } from "../../packages/playground/server/complete-path.js";
import { pageOf } from "../../packages/playground/server/result-page.js";
import type { Outcome, ResultQuery } from "../../packages/playground/protocol.js";
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

describe("the pages of a result", () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ n, word: `w${n % 10}` }));
  const data = { columns: [{ key: "n", label: "Number" }, { key: "word" }], rows };
  const query: ResultQuery = { view: "rendered", page: 0, sort: "", filter: "" };
  const rowsOf = (change: Partial<ResultQuery>): unknown => {
    const { shown, ...size } = pageOf(outcome(data), { ...query, ...change });
    expect(size).toMatchObject({ columns: ["n", "word"] });
    return (shown.data as typeof data).rows;
  };

  it("show a table page by page", () => {
    expect(pageOf(outcome(data), query)).toMatchObject({ pages: 3, items: "1,000 rows" });
    expect(rowsOf({ page: 2 })).toEqual(rows.slice(800));
    expect(rowsOf({ page: 3 })).toEqual([]);
    expect(pageOf(outcome([{ a: 1 }, { b: null }]), query)).toMatchObject({ pages: 1, columns: ["a", "b"] });
  });

  it("are sorted numerically for numbers, and filtered by text", () => {
    expect(rowsOf({ sort: "-n" })).toMatchObject({ 0: { n: 999 }, 399: { n: 600 } });
    expect(rowsOf({ sort: "word" })).toMatchObject({ 0: { n: 0 }, 1: { n: 10 }, 100: { n: 1 } });
    expect(rowsOf({ filter: "W3" })).toHaveLength(100);
    expect(rowsOf({ filter: "nothing" })).toEqual([]);
  });

  it("show long texts in pages, and long lines in pieces", () => {
    const text = outcome({ content: `${"a\n".repeat(399)}${"b".repeat(900)}` });
    expect(pageOf(text, { ...query, page: 1 })).toMatchObject({
      shown: { data: { content: `${"b".repeat(400)}\n${"b".repeat(100)}` } },
      pages: 2,
      items: "402 lines",
    });
    const short = outcome({ content: "b".repeat(900) });
    expect(pageOf(short, query).shown).toEqual(short.result);
  });

  it("show what the model sees, the whole result and its envelope", () => {
    const contentOf = (view: ResultQuery["view"]): unknown =>
      (pageOf(outcome({ a: 1 }), { ...query, view }).shown.data as { content: string }).content;
    expect(contentOf("model")).toContain("Result: Success");
    expect(contentOf("json")).toContain('"success": true');
    expect(contentOf("envelope")).toContain('"tool": "x"');
  });
});

describe("path completion", () => {
  const folder = scratchFolder("paths");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("stays inside the workspace, also behind links", async () => {
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
  it("is at most 250 kB, compressed", () => {
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
