import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

it("prints the table of docs/scale.md", () => {
  const script = join(repositoryRoot, "test/docs/simulate-scale.js");
  const cells = (row: string): string[] => row.split("|").map((cell) => cell.trim());
  const printed = execFileSync("node", [script], { encoding: "utf8" }).trim().split("\n").map(cells);
  const page = readFileSync(join(repositoryRoot, "docs/scale.md"), "utf8").split("\n").map(cells);
  expect(printed.filter((row) => !page.some((shown) => shown.join() === row.join()))).toEqual([]);
  expect(printed).toHaveLength(5);
});
