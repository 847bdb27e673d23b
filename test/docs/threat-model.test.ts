import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/threat-model.md"), "utf8");
const sections = page.split(/^## /m).slice(1);

describe("the threat model", () => {
  it("has a section for each boundary", () => {
    expect(sections.map((section) => section.split("\n")[0])).toEqual([
      "The author of a manifest",
      "The model's arguments",
      "The approver",
      "The MCP client",
      "The playground in the browser",
      "The repository on disk",
      "The server behind `http-request`",
    ]);
  });

  it("names tests that exist, for every attack", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("- "));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const tests = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
      expect({ row, tests: tests.length }).not.toEqual({ row, tests: 0 });
      expect(tests.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
    }
  });
});
