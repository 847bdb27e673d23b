import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { ImportedProject } from "./imported-project.js";

/** Names that every object inherits. */
const parameters = Object.getOwnPropertyNames(Object.prototype).map((name) => ({
  name,
  in: "query",
  schema: { type: "string" },
}));
const api = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "http://127.0.0.1:1" }],
  paths: {
    "/pets": { get: { operationId: "listPets", parameters, responses: { "200": { description: "ok" } } } },
  },
};
const code = `
import { z } from "zod";
export const roll = {
  description: "Roll dice.",
  inputSchema: z.object({ sides: z.number().int().min(2) }),
  execute: async ({ sides }: { sides: number }) => ({ rolled: sides }),
};
`;

it("compiles imported tools without browser types, as in a new project", async () => {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const project = new ImportedProject({
    "package.json": { type: "module" },
    "tsconfig.json": { compilerOptions, include: ["generated", "tools", "src"] },
    "api.json": api,
    "src/dice.ts": code,
    "src/sum.ts":
      "/** Add numbers. */\nexport function sum(a: number, b = 0): number {\n  return a + b;\n}\n",
    "src/wait.ts": `
/** Wait until the call ends. */
export async function wait(job: { id: string; signal?: AbortSignal }, signal: AbortSignal): Promise<boolean> {
  return signal.aborted && job.signal === signal;
}
`,
  });
  await project.import({ kind: "openapi", location: "api.json" });
  await project.import({ kind: "code", location: "src/dice.ts" });
  await project.import({ kind: "typescript", location: "src/sum.ts" });
  const { diagnostics } = await project.import({ kind: "typescript", location: "src/wait.ts" });
  expect(diagnostics).toEqual([]);
  await generate({ host: nodeHost(project.root), config: defaultConfig });
  const tsc = join(repositoryRoot, "node_modules/.bin/tsc");
  expect(spawnSync(tsc, ["-p", project.root], { encoding: "utf8" }).stdout).toBe("");
});
