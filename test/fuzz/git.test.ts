import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { Random } from "../generator/support/random.js";
import { workbench } from "../tools/workbench.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { randomGitFiles, type RandomGitFiles } from "./support/random-git-configuration.js";

const bench = workbench({ "a.txt": "a\n", "b.bin": "\u0000" });
const marks = bench.at(".marks");
bench.git("init", "--quiet");
bench.git("add", ".");
bench.git("commit", "--quiet", "--message=first");
afterAll(() => bench[Symbol.dispose]());

const generate = (random: Random): RandomGitFiles => randomGitFiles(random, `touch '${marks}/ran'; cat`);
let changes = 0;

/** Writes the files into the repository, with a file that differs from the index. */
function place({ config, attributes, attributesFile }: RandomGitFiles): void {
  bench.write(".git/config", Buffer.from(config, "latin1"));
  for (const file of [".gitattributes", ".git/info/attributes"]) rmSync(bench.at(file), { force: true });
  bench.write(attributesFile, Buffer.from(attributes, "latin1"));
  bench.write("a.txt", `${++changes}\n`);
  rmSync(marks, { recursive: true, force: true });
  mkdirSync(marks);
}

it("starts no program that a random git configuration names", forLong, async () => {
  const findings = await fuzz({
    name: "git",
    inputs: 40,
    generate,
    async check(files) {
      place(files);
      for (const id of ["git-status", "git-diff", "git-log"]) {
        await bench.dispatch(id, {});
        if (readdirSync(marks).length > 0) return `${id} starts a program`;
      }
      return undefined;
    },
  });
  expect(findings).toEqual([]);
});

it("generates configurations whose programs plain git starts", () => {
  const seeds = Array.from({ length: 30 }, (_, index) => index + 1);
  const started = seeds.filter((seed) => {
    place(generate(new Random(seed)));
    for (const command of ["status", "diff"])
      spawnSync("git", [command], { cwd: bench.root, stdio: "ignore", timeout: 5000 });
    return readdirSync(marks).length > 0;
  });
  expect(started.length).toBeGreaterThan(seeds.length / 3);
});
