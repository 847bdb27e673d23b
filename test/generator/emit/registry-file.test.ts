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

/** The declaration of a function in generated text. */
function functionOf(text: string, name: string): string {
  return new RegExp(`function ${name}\\([^]*?\n}\n`).exec(text)?.[0] ?? "";
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

describe("the registry's file", () => {
  it("names the loaders of a few dozen tools in one table", async () => {
    const registry = await registryOf(numbered(64));
    expect(registry).toContain('createToolRegistry({\n  "item-0": () => import("../tools/item-0.js"),\n');
    expect(registry).not.toContain("part1");
  });

  it("divides those of more tools by how their ids begin", async () => {
    const registry = await registryOf([...numbered(65), "other"]);
    expect(functionOf(registry, "part2")).toBe(`function part2(): Partial<ToolImplementations> {
  return {
    "item-1": () => import("../tools/item-1.js"),
    "item-10": () => import("../tools/item-10.js"),
    "item-11": () => import("../tools/item-11.js"),
    "item-12": () => import("../tools/item-12.js"),
    "item-13": () => import("../tools/item-13.js"),
    "item-14": () => import("../tools/item-14.js"),
    "item-15": () => import("../tools/item-15.js"),
    "item-16": () => import("../tools/item-16.js"),
    "item-17": () => import("../tools/item-17.js"),
    "item-18": () => import("../tools/item-18.js"),
    "item-19": () => import("../tools/item-19.js"),
  };
}
`);
    expect(registry).toContain('    "item-1": part2,\n');
    expect(registry).toContain("    o: part11,\n");
  });

  it("changes one table when a tool is added", async () => {
    const [before, after] = await Promise.all([registryOf(numbered(99)), registryOf(numbered(100))]);
    const names = Array.from({ length: 10 }, (_, index) => `part${index + 1}`);
    const changed = names.filter((name) => functionOf(before, name) !== functionOf(after, name));
    expect(changed).toEqual(["part10"]);
  });
});

describe("a registry of many tools", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());

  it("compiles under the strictest flags, and not with a tool of another contract or none", async () => {
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
    // Authors write no types of their own, so only generated files have to be isolated.
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

describe("the catalogue's file", () => {
  it("refers to the contracts, so that everything about a tool stands in one file", async () => {
    const files = await filesOf(["alpha", "beta"]);
    const saying = [...files].filter(
      ([path, text]) => path.startsWith("generated/") && text.includes("A tool."),
    );
    expect(saying.map(([path]) => path)).toEqual(["generated/tools/alpha.ts", "generated/tools/beta.ts"]);
    expect(files.get("generated/catalog.ts")).toContain("    alpha.spec,\n    beta.spec,\n");
  });
});
