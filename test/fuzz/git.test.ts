import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { Random } from "../generator/support/random.js";
import { workbench } from "../tools/workbench.js";
import { randomGitFiles } from "./support/random-git-configuration.js";

/** A short run is the same every time; a longer one looks further. */
const repositories = Number(process.env["FUZZ_REPOSITORIES"] ?? 40);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);

const calls = [
  ["git-status", {}],
  ["git-diff", {}],
  ["git-log", {}],
] as const;

it("starts no program that a repository names, whatever bytes name it", { timeout: 3_600_000 }, async () => {
  using bench = workbench({ "a.txt": "a\n", "b.bin": "\u0000" });
  bench.git("init", "--quiet");
  bench.git("add", ".");
  bench.git("commit", "--quiet", "--message=first");
  const startedByTools: unknown[] = [];
  let startedByGit = 0;
  const marks = bench.at(".marks");
  for (let number = 0; number < repositories; number++) {
    const random = new Random(seed * 1_000_003 + number);
    const { config, attributes } = randomGitFiles(random, `touch '${marks}/ran'; cat`);
    bench.write(".git/config", config);
    bench.write(random.pick([".gitattributes", ".git/info/attributes"]), attributes);
    bench.write("a.txt", `${number}\n`);
    rmSync(marks, { recursive: true, force: true });
    mkdirSync(marks);
    for (const [id, input] of calls) {
      await bench.dispatch(id, input);
      if (readdirSync(marks).length > 0)
        startedByTools.push({ number, id, config: config.toString("latin1") });
      rmSync(`${marks}/ran`, { force: true });
    }
    for (const command of ["status", "diff"]) {
      spawnSync("git", [command], { cwd: bench.root, stdio: "ignore", timeout: 5000 });
    }
    if (readdirSync(marks).length > 0) startedByGit++;
  }
  expect(startedByTools).toEqual([]);
  // Otherwise the generator would have named nothing that git takes for a program.
  expect(startedByGit).toBeGreaterThan(repositories / 3);
});
