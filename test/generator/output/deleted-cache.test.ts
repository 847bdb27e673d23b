import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultConfig, generate, nodeHost } from "@toolkiln/generator";
import { expect, it } from "vitest";
import { scratchFolder } from "../../support/repository.js";
import { manifestText } from "../support/manifest.js";

it("generates again after cache and output were deleted while the process runs", async () => {
  const root = scratchFolder("deleted-cache");
  mkdirSync(join(root, "manifests"));
  writeFileSync(join(root, "manifests/alpha.tool.yaml"), manifestText("alpha"));
  const run = async () => (await generate({ host: nodeHost(root), config: defaultConfig })).diagnostics;
  expect((await run()).filter(({ severity }) => severity === "error")).toEqual([]);
  for (const folder of [".toolkiln", "generated"]) rmSync(join(root, folder), { recursive: true });
  expect((await run()).filter(({ severity }) => severity === "error")).toEqual([]);
  expect(existsSync(join(root, "generated/tools/alpha.ts"))).toBe(true);
  rmSync(root, { recursive: true });
});
