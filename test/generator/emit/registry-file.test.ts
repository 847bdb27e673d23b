import { generate, memoryHost } from "@toolkiln/generator";
import { afterAll, describe, expect, it } from "vitest";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

async function filesOf(ids: readonly string[]): Promise<Map<string, string>> {
  const manifest = { description: "A tool.", category: "custom", risk: "safe", result: "structured" };
  const files = new Map(ids.map((id) => [`manifests/${id}.tool.yaml`, JSON.stringify({ id, ...manifest })]));
  const { diagnostics } = await generate({ host: memoryHost(files), config: {} });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return files;
}

async function registryOf(ids: readonly string[]): Promise<string> {
  return (await filesOf(ids)).get("generated/registry.ts") ?? "";
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

describe("the registry file", () => {
  it("lists the loaders of all tools in one table", async () => {
    const registry = await registryOf(numbered(70));
    expect(registry).toContain('createToolRegistry({\n  "item-0": () => import("../tools/item-0.js"),\n');
  });
});

describe("a registry of many tools", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());

  it("compiles with the strictest flags, but not with a missing tool or one of another contract", async () => {
    const ids = numbered(70);
    for (const [path, contents] of await filesOf(ids)) project.write(path, contents);
    const implement = (file: string, contract: string) =>
      project.write(
        `tools/item-${file}.ts`,
        `import { ${contract} } from "../generated/index.js";
export const tool = ${contract}.implement(() => null);
`,
      );
    for (const index of ids.keys()) implement(`${index}`, `item${index}`);
    // Implementations have no type annotations, so they do not compile with `isolatedDeclarations`.
    const compile = () =>
      project.compile({ ...strictestFlags, declaration: false, isolatedDeclarations: false }, [
        "generated",
        "tools",
      ]);
    expect(compile()).toEqual([]);
    implement("7", "item8");
    project.write("tools/item-9.ts", "export {};\n");
    expect(compile().map(({ file }) => file)).toEqual(["generated/registry.ts", "generated/registry.ts"]);
  }, 60_000);
});

describe("the catalog file", () => {
  it("imports the contracts instead of repeating them", async () => {
    const files = await filesOf(["alpha", "beta"]);
    const saying = [...files].filter(
      ([path, text]) => path.startsWith("generated/") && text.includes("A tool."),
    );
    expect(saying.map(([path]) => path)).toEqual(["generated/tools/alpha.ts", "generated/tools/beta.ts"]);
    expect(files.get("generated/catalog.ts")).toContain("catalogOf(\n  alpha,\n  beta,\n)");
  });
});
