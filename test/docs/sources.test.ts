import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../support/repository.js";
import { blocksOf, pages } from "./code-blocks.js";
import { compareBlocks } from "./compare-blocks.js";
import { matchesExcerpt } from "./matches-excerpt.js";

const scratch = scratchFolder("docs-sources");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const executed = new Set(["ts", "typescript", "js", "sh", "bash", "console"]);
const withSources = pages
  .map((page) => ({ page, blocks: blocksOf(page).filter(({ source }) => source !== undefined) }))
  .filter(({ blocks }) => blocks.length > 0);

describe("the blocks of the documentation that name their source", () => {
  it.each(withSources)(
    "show in $page what the files contain and the commands print",
    ({ blocks }) => {
      const comparisons = compareBlocks(blocks, scratch);
      const shown = comparisons.map((comparison) => ({ ...comparison, actual: comparison.shown }));
      const actual = comparisons.map((comparison) => ({ ...comparison, shown: comparison.actual }));
      expect(shown).toEqual(actual);
    },
    120_000,
  );

  it("include all blocks of README.md, and all blocks with code or commands on other pages", () => {
    const unmarked = pages.flatMap((page) =>
      blocksOf(page).filter(
        ({ source, language }) => source === undefined && (page === "README.md" || executed.has(language)),
      ),
    );
    expect(unmarked.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it("show TypeScript only from files that tests run", () => {
    const files = withSources
      .flatMap(({ blocks }) => blocks)
      .filter(({ language, source = "" }) => language === "ts" && source.startsWith("from "))
      .map(({ source = "" }) => source.slice("from ".length));
    expect(
      files.filter(
        (file) => !/^(?:examples|test\/docs\/examples|test\/full\/(?:docs|queue)\/examples)\//.test(file),
      ),
    ).toEqual([]);
  });
});

describe("an excerpt", () => {
  const text = "one\ntwo\nthree\n";

  it.each([
    "one\ntwo\nthree",
    "…\ntwo\nthree",
    "one\n// …",
    "one\n# …\nthree",
    "…\ntwo\n…",
    "one\nt…o\nthree",
  ])("matches the text: %j", (excerpt) => {
    expect(matchesExcerpt(excerpt, text)).toBe(true);
  });

  it.each([
    "one\ntwo",
    "two\nthree",
    "one\nthree",
    "…\nfour",
    "one\n…\ntwo",
    "one\nt…e\nthree",
    "One\ntwo\nthree",
  ])("does not match the text: %j", (excerpt) => {
    expect(matchesExcerpt(excerpt, text)).toBe(false);
  });
});
