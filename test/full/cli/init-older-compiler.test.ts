import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project, toolkiln } from "../../cli/command-line.js";
import { repositoryRoot } from "../../support/repository.js";

const tsc = join(repositoryRoot, "test/full/node_modules/typescript-5.9/bin/tsc");

it.each([
  ["module", `{ "name": "app" }`],
  ["commonjs", `{ "type": "commonjs" }`],
])("TypeScript 5.9 compiles the files that init adds to a package of type %s", (_, packageJson) => {
  const cwd = project({ "package.json": packageJson });
  expect(toolkiln(["init", "--yes"], { cwd }).code).toBe(0);
  const { stdout, status } = spawnSync(process.execPath, [tsc, "--noEmit"], { cwd, encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
