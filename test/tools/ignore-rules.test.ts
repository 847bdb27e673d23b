import { describe, expect, it } from "vitest";
import { Workspace } from "@toolkiln/runtime/node";
import { ignoreRules } from "../../tools/support/ignore-rules.js";
import { dataOf, workbench } from "./workbench.js";

async function rulesOf(text: string) {
  using bench = workbench({ ".gitignore": text });
  // Awaited here, because the folder is gone afterwards.
  return await ignoreRules(await Workspace.open(bench.root));
}

describe("ignore files", () => {
  it.each([
    `${"a/**/".repeat(10)}b`,
    `${"**/a/".repeat(10)}b`,
    `${"*a".repeat(30)}[!a]`,
    `${"*[ab]".repeat(30)}[c]`,
    `x\n${"a/**/".repeat(10)}b\n`.repeat(100),
    "a/**/a/**/b\n".repeat(10_000),
    "*".repeat(900_000),
    "[".repeat(900_000),
    "\\".repeat(900_000),
    "(".repeat(4000),
    "a?".repeat(2000),
  ])(
    "with catastrophic patterns are matched in bounded time: case %#",
    async (text) => {
      const rules = await rulesOf(text);
      const paths = ["a/".repeat(200), `${"a/".repeat(200)}c`, "a".repeat(200), `${"ab".repeat(100)}/x`];
      expect(paths.map((path) => rules.ignores(path))).toHaveLength(paths.length);
    },
    20_000,
  );

  it("apply as in git if their patterns are fast, also beside a slow one", async () => {
    const rules = await rulesOf(`${"a/**/".repeat(10)}b\n*.log\n!keep.log\n/build/\n**/x/*-?.{tmp}\n`);
    for (const path of ["one.log", "deep/one.log", "build/"]) expect(rules.ignores(path)).toBe(true);
    for (const path of ["keep.log", "src/build/", "readme.md"]) expect(rules.ignores(path)).toBe(false);
    expect(rules.ignores("a/a/a/a/a/a/a/a/a/a/x/b")).toBe(true);
  });

  it("never include `.git`", async () => {
    const rules = await rulesOf("!.git\n!.git/**\n");
    for (const path of [".git/", ".git", ".GIT/", "sub/.git/", ".git/hooks/"])
      expect(rules.ignores(path)).toBe(true);
    for (const path of [".github/", ".gitignore", "a.git/"]) expect(rules.ignores(path)).toBe(false);
  });

  it("do not block workspace-info when they are hostile", async () => {
    using bench = workbench({ ".gitignore": `${"a/**/".repeat(10)}b\n`, [`${"a/".repeat(60)}c.txt`]: "" });
    expect(dataOf(await bench.run("workspace-info", {})).files).toBe(2);
  });
});
