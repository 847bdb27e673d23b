import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

it("packs no compiled file whose source is gone", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: join(repositoryRoot, "packages/providers"),
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const compiled = files.flatMap(({ path }) => /^dist\/(.+?)(?:\.d\.ts|\.js)$/.exec(path)?.[1] ?? []);
  expect(compiled).toContain("index");
  const isGone = (name: string): boolean =>
    !existsSync(join(repositoryRoot, "packages/providers", `${name}.ts`));
  expect(compiled.filter(isGone)).toEqual([]);
});
