import { generate, memoryHost, type GeneratorConfig } from "@toolkiln/generator";
import { expect } from "vitest";
import type { ScratchProject } from "./scratch-project.js";

/** A manifest with the required keys and `extra`. */
export function manifest(id: string, extra: object): [string, string] {
  const base = { id, description: "A tool.", category: "custom", risk: "safe", result: "structured" };
  return [`manifests/${id}.tool.yaml`, JSON.stringify({ ...base, ...extra })];
}

/** The manifests and what is generated from them, by path. */
export async function files(
  manifests: readonly [string, string][],
  config: Partial<GeneratorConfig> = {},
): Promise<Map<string, string>> {
  const all = new Map(manifests);
  const { diagnostics } = await generate({ host: memoryHost(all), config });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return all;
}

const inject = {
  schema: {
    properties: {
      query: { type: "string" },
      user: { type: "string", "x-inject": "userId", description: "Who asks." },
      limit: { type: "integer", default: 10 },
    },
    required: ["query", "user"],
  },
};
const awkward = ["text", "delete", "define-contract", "tool-contract", "create-registry"];
const manifests = [
  manifest("search", { ...inject, tags: ["read"], renamedFrom: ["find", "look-up"] }),
  manifest("write", { risk: "high", result: "text" }),
  ...awkward.map((id) => manifest(id, { result: "text", tags: ["read"] })),
];
const toolsets = { "read-only": { tags: ["read"], maxRisk: "low" }, chosen: { ids: ["write"] } } as const;

/** Writes a project that uses every feature of the generator, with implementations; returns the files to compile. */
export async function writeCompleteProject(project: ScratchProject): Promise<readonly string[]> {
  const all = await files(manifests, { toolsets });
  for (const [path, contents] of all) project.write(path, contents);
  for (const id of ["write", ...awkward]) {
    const name = `${id.replaceAll(/-./g, (match) => match.slice(1).toUpperCase())}${id === "delete" ? "Tool" : ""}`;
    const contract = id === "delete" ? "deleteTool" : name;
    project.write(
      `tools/${id}.ts`,
      `import { ${contract} } from "../generated/tools/${id}.js";\nexport const tool = ${contract}.implement(() => ({ content: "" }));\n`,
    );
  }
  project.write(
    "tools/search.ts",
    `import { SearchToolBase, type SearchParams } from "../generated/index.js";
class Search extends SearchToolBase {
override run({ user, limit }: SearchParams): unknown { return user.repeat(limit); }
}
export const tool = new Search();
`,
  );
  project.write(
    "application.ts",
    `import type { SearchInput, SearchInjected } from "./generated/index.js";
import { search } from "./generated/index.js";
import { chosenRegistry, readOnlyRegistry, registry, toolsets, createToolRegistry, type ToolId, type ToolInputs } from "./generated/registry.js";
export const input: SearchInput = { query: "a" };
export const same: typeof search = search;
export const injected: SearchInjected = { userId: "u" };
// @ts-expect-error the model does not send it
export const sent: SearchInput = { query: "a", user: "u" };
export const id: ToolId = "search";
export const inputs: ToolInputs["search"] = input;
export const ids: readonly ("write")[] = toolsets.chosen;
export const registries = [registry, readOnlyRegistry, chosenRegistry, createToolRegistry] as const;
export const contracts: NonNullable<typeof chosenRegistry.contracts>["write"]["id"] = "write";
// @ts-expect-error it is not part of the toolset
export type Missing = NonNullable<typeof chosenRegistry.contracts>["search"];
`,
  );
  return ["generated/**/*.ts", "tools/*.ts", "application.ts"];
}
