import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { analyze } from "../../../generator/pipeline.js";
import { sharedCases } from "../../support/shared-cases.js";
import { bytesHost } from "../support/bytes-host.js";
import { exampleFiles } from "../support/example-files.js";

const folder = join(sharedCases ?? "", "yaml");
const hostile = sharedCases === undefined ? [] : readdirSync(folder);

describe.skipIf(sharedCases === undefined)("a hostile file, twice in one process,", () => {
  it.each(hostile)("%s ends in findings, and a good manifest beside it is still processed", async (name) => {
    const bytes = readFileSync(join(folder, name));
    const files = new Map([
      ["manifests/a.tool.yaml", bytes],
      ["manifests/b.tool.yaml", bytes],
      ...exampleFiles("id: good-one\n"),
    ]);
    const { diagnostics, models } = await analyze(bytesHost(files), defaultConfig);
    for (const file of ["manifests/a.tool.yaml", "manifests/b.tool.yaml"]) {
      const errors = diagnostics.filter((found) => found.file === file && found.severity === "error");
      expect(errors.length).toBeGreaterThan(0);
    }
    expect(models.map(({ spec }) => spec.id)).toEqual(["good-one"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("a file that is made to be slow", () => {
  const long = 50_000;
  it.each([
    ["open brackets", "[".repeat(long)],
    ["open braces", "{a: ".repeat(long)],
    ["dashes", "- ".repeat(long)],
    ["question marks", "? ".repeat(long)],
    ["quotes", `"`.repeat(long)],
    ["anchors", "&a ".repeat(long)],
    ["documents", "---\n".repeat(long)],
    ["keys without value", "a:\n".repeat(long)],
    ["different keys", Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join("")],
    ["comments", "# x\n".repeat(long)],
    ["nothing but indentation", " ".repeat(long)],
    ["a word over many lines", "a\n".repeat(long)],
    ["empty lines", `${"\n".repeat(900_000)}id: a\n`],
  ])("of %s ends in findings", async (_, text) => {
    const files = new Map([["manifests/a.tool.yaml", new TextEncoder().encode(text)]]);
    const { diagnostics } = await analyze(bytesHost(files), defaultConfig);
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  });

  it("of a text with too many lines is refused where they become too many", async () => {
    const text = `id: a\nname: |\n${" x\n".repeat(300_000)}`;
    const files = new Map([["manifests/a.tool.yaml", new TextEncoder().encode(text)]]);
    const { diagnostics } = await analyze(bytesHost(files), defaultConfig);
    expect(diagnostics).toMatchObject([{ code: "TK1006", range: { start: { line: 100_001, column: 1 } } }]);
  });
});
