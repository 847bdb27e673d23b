import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot, scratchFolder } from "../../support/repository.js";

it("TypeDoc writes the API reference of all packages without a warning", () => {
  const out = scratchFolder("api");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["test/full/node_modules/typedoc/bin/typedoc", "--options", "docs/typedoc.json", "--out", out],
    { cwd: repositoryRoot, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  expect((stdout + stderr).split("\n").filter((line) => /\[(warning|error)\]/.test(line))).toEqual([]);
  expect(status).toBe(0);
  for (const page of ["modules/_toolkiln_runtime.html", "classes/_toolkiln_runtime..ToolExecutor.html"])
    expect(existsSync(join(out, page))).toBe(true);
});
