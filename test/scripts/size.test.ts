import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: repositoryRoot, encoding: "utf8" });
}

describe("npm run size", () => {
  it("prints line counts per package, and the core and total with their budgets", () => {
    const output = run(process.execPath, "scripts/size.js");
    const lines = [...output.matchAll(/^ *([\d,]+) {2}([^(\n]+?)(?: \((.*)\))?$/gm)].map(
      ([, number = "", name = "", budget]) => ({ lines: Number(number.replaceAll(",", "")), name, budget }),
    );
    const linesOf = (...names: string[]): number =>
      lines.filter(({ name }) => names.includes(name)).reduce((sum, row) => sum + row.lines, 0);
    const core = lines.find(({ name }) => name.startsWith("core: "));
    expect(core?.lines).toBe(linesOf("runtime", "generator", "packages/project", "packages/cli", "tools"));
    expect(core?.budget).toMatch(/^[\d,]+ (over|under) the budget of 32,000$/);
    const total = lines.find(({ name }) => name === "total");
    expect(total?.budget).toMatch(/^[\d,]+ (over|under) the budget of 48,000$/);
    const packages = [...new Set(run("git", "ls-files", "packages/*/package.json").split("\n"))].filter(
      Boolean,
    );
    for (const file of packages) expect(linesOf(file.replace("/package.json", ""))).toBeGreaterThan(0);
    expect(total?.lines).toBeGreaterThan(core?.lines ?? Infinity);
  });
});
