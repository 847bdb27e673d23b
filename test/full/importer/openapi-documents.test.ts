import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { argumentArbitrary } from "@toolkiln/runtime/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportedProject } from "../../importer/imported-project.js";
import { repositoryRoot, scratchFolder } from "../../support/repository.js";
import { MockApi } from "./mock-api.js";

const require = createRequire(import.meta.url);
const examples = dirname(require.resolve("@readme/oas-examples/package.json"));

/** Every document of the packages, in one format each. */
function documents(): string[] {
  const found = ["2.0", "3.0", "3.1"].flatMap((version) =>
    readdirSync(join(examples, version, "json"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(examples, version, "json", entry.name)),
  );
  const galaxy = join(repositoryRoot, "test/full/node_modules/@scalar/galaxy/dist/3.1.yaml");
  return [...found.filter((file) => hasOperations(file)), galaxy, require.resolve("@netlify/open-api")];
}

function hasOperations(file: string): boolean {
  const { paths = {} } = JSON.parse(readFileSync(file, "utf8")) as { paths?: object };
  return Object.keys(paths).length > 0;
}

describe("OpenAPI documents in published packages", () => {
  it("are imported completely, pass lint, generate and compile", async () => {
    const roots: string[] = [];
    let operations = 0;
    for (const file of documents()) {
      const project = new ImportedProject();
      const { tools } = await project.import({ kind: "openapi", location: file, results: "full" });
      expect({ file, left: tools.filter(({ status }) => status !== "new") }).toEqual({ file, left: [] });
      operations += tools.length;
      const { diagnostics } = await generate({ host: nodeHost(project.root), config: defaultConfig });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      roots.push(project.root);
    }
    expect(operations).toBeGreaterThan(700);
    const home = scratchFolder("importer-compile");
    const compilerOptions = {
      strict: true,
      target: "es2022",
      module: "nodenext",
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
    };
    writeFileSync(join(home, "package.json"), `{ "type": "module" }`);
    for (const root of roots) writeFileSync(join(root, "package.json"), `{ "type": "module" }`);
    writeFileSync(
      join(home, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: roots.map((root) => join(root, "generated/registry.ts")) }),
    );
    const { stdout } = spawnSync(join(repositoryRoot, "node_modules/.bin/tsc"), ["-p", home], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  }, 900_000);
});

describe("imported operations", () => {
  it("send 100 requests that their documents accept", async () => {
    let calls = 0;
    for (const file of [
      require.resolve("@netlify/open-api"),
      join(examples, "3.0/json/petstore.json"),
      join(examples, "3.1/json/train-travel.json"),
    ]) {
      const api = new MockApi(file);
      const address = await api.listen();
      const project = new ImportedProject();
      await project.import({ kind: "openapi", location: file, results: "none" });
      const helpers = readdirSync(join(project.root, "tools/support"));
      const name = helpers.find((one) => one !== "http-api.ts") ?? "";
      const support = project.text(`tools/support/${name}`);
      project.write(
        `tools/support/${name}`,
        support.replace(/\?\? "[^"]*"/, `?? ${JSON.stringify(address)}`),
      );
      project.write("upload.txt", "text");
      const executor = await project.executor();
      for (const spec of await executor.registry.getToolSpecs()) {
        const [sample] = fc.sample(argumentArbitrary(fc, spec.inputSchema), { numRuns: 1, seed: 7 });
        const input = withFiles(
          sample as Readonly<Record<string, unknown>>,
          spec.inputSchema.properties ?? {},
        );
        const keys = (spec.inject ?? []).map(({ key }) => key);
        const inject = Object.fromEntries(keys.map((key) => [key, "secret"]));
        const { status, result } = await executor.execute(spec.id, input, {
          inject,
          workspacePath: project.root,
        });
        // A document may allow an empty path parameter; imported tools refuse it.
        if (result.error?.code === "InvalidPath" && Object.values(input).includes("")) continue;
        expect({
          id: spec.id,
          input,
          status,
          error: result.success ? undefined : result.error.message,
        }).toMatchObject({ status: "completed" });
        calls++;
      }
      expect(api.wrong).toEqual([]);
      api.close();
      await executor.dispose();
    }
    expect(calls).toBeGreaterThanOrEqual(100);
  }, 600_000);
});

/** Replaces every path in an input with that of an existing file. */
function withFiles(
  input: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): object {
  const isFile = (name: string): boolean => JSON.stringify(properties[name] ?? {}).includes('"x-path"');
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, isFile(name) ? "upload.txt" : value]),
  );
}
