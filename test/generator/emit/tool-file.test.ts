import { generate, memoryHost, type GeneratorConfig } from "@toolkiln/generator";
import { afterAll, describe, expect, it } from "vitest";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

function manifest(id: string, extra: object): [string, string] {
  const base = { id, description: "A tool.", category: "custom", risk: "safe", result: "structured" };
  return [`manifests/${id}.tool.yaml`, JSON.stringify({ ...base, ...extra })];
}

async function files(
  manifests: readonly [string, string][],
  config: Partial<GeneratorConfig> = {},
): Promise<Map<string, string>> {
  const all = new Map(manifests);
  const { diagnostics } = await generate({ host: memoryHost(all), config });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return all;
}

/** The declaration of a type in generated text. */
function declaration(text: string | undefined, name: string): string {
  const found = new RegExp(`export (?:interface|type) ${name} [^]*?\n(?=\n)`).exec(`${text}\n`);
  return found?.[0].trim() ?? "";
}

async function typeOf(schema: object, name = "SampleInput"): Promise<string> {
  const all = await files([manifest("sample", { schema })]);
  return declaration(all.get("generated/tools/sample.ts"), name);
}

describe("the types of a tool", () => {
  it("say which properties are there once defaults are filled in, nested ones too", async () => {
    const schema = {
      properties: {
        mode: { enum: ["a", "b"], default: "a" },
        options: { type: "object", properties: { depth: { type: "integer", default: 1 } }, default: {} },
        choice: { anyOf: [{ type: "object", properties: { unfilled: { type: "string", default: "x" } } }] },
      },
    };
    expect(await typeOf(schema, "SampleParams")).toBe(`export interface SampleParams {
  mode: "a" | "b";
  options: {
    /** Checked at run time only: a whole number. */
    depth: number;
    [key: string]: unknown;
  };
  choice?: {
    /** @default "x" */
    unfilled?: string;
    [key: string]: unknown;
  };
}`);
  });

  it("write out which properties an `anyOf` of `required` asks for", async () => {
    const schema = {
      properties: { id: { type: "string" }, name: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    expect(await typeOf(schema)).toBe(`export type SampleInput = {
  id: string;
  name?: string;
} | {
  id?: string;
  name: string;
};`);
  });

  it("are tuples for `prefixItems`, maps for open objects and literals for `const`", async () => {
    const schema = {
      properties: {
        pair: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "number" }],
          items: false,
          minItems: 1,
        },
        scores: { type: "object", additionalProperties: { type: "number" } },
        flags: { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
        kind: { const: "fixed" },
        nothing: { type: ["string", "null"] },
      },
    };
    expect(await typeOf(schema)).toBe(`export interface SampleInput {
  /** Checked at run time only: at least 1 item. */
  pair?: [string, number?];
  scores?: { [key: string]: number };
  /** Checked at run time only: each name matches \`^[a-z]+$\`. */
  flags?: { [key: string]: unknown };
  kind?: "fixed";
  nothing?: string | null;
}`);
  });

  it("name what a schema refers to, recursion included", async () => {
    const node = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
    };
    const schema = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } };
    expect(await typeOf(schema)).toContain("tree?: SampleNode;");
    expect(await typeOf(schema, "SampleNode")).toContain("children?: SampleNode[];");
  });

  it("take no property when there are none", async () => {
    expect(await typeOf({})).toBe("export interface SampleInput {\n  [key: string]: never;\n}");
  });
});

describe("a default below a condition", () => {
  it("is not filled in, and its property stays optional", async () => {
    const filling = { properties: { mode: { default: "a" } } };
    for (const keyword of ["then", "else", "dependentSchemas"]) {
      const schema = {
        properties: { path: { type: "string" }, mode: { type: "string" } },
        if: { required: ["path"] },
        [keyword]: keyword === "dependentSchemas" ? { path: filling } : filling,
      };
      const all = await files([manifest("sample", { schema })]);
      expect(declaration(all.get("generated/tools/sample.ts"), "SampleParams")).toContain("mode?: string;");
      expect(all.get("generated/tools/sample.validator.ts")).not.toContain("withDefaults");
    }
  });
});

describe("a default that leads to itself", () => {
  it("is refused at its place instead of being filled in for ever", async () => {
    const node = { type: "object", properties: { child: { $ref: "#/$defs/node", default: {} } } };
    const schema = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } };
    const host = memoryHost(new Map([manifest("endless", { schema })]));
    const { diagnostics } = await generate({ host });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ file }) => file)).toEqual(["manifests/endless.tool.yaml"]);
  });
});

describe("a project with everything", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());

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

  it("compiles with the implementations of its author under every TypeScript from 5.4 to 7", async () => {
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
      `import type { SearchInput, SearchInjected, FindInput } from "./generated/index.js";
import { find, lookUp, search } from "./generated/index.js";
import { chosenRegistry, readOnlyRegistry, registry, toolsets, createToolRegistry, type ToolId, type ToolInputs } from "./generated/registry.js";
export const input: SearchInput = { query: "a" };
export const old: FindInput = input;
export const same: typeof search = find === lookUp ? find : search;
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
    const include = ["generated/**/*.ts", "tools/*.ts", "application.ts"];
    const flags = { ...strictestFlags, isolatedDeclarations: false };
    const { erasableSyntaxOnly: _since58, isolatedDeclarations: _since55, ...flags54 } = flags;
    expect(project.compile(flags, include)).toEqual([]);
    expect(project.compile(flags, include, "typescript-6")).toEqual([]);
    expect(project.compile(flags, include, "typescript-5.9")).toEqual([]);
    expect(project.compile(flags54, include, "typescript-5.4")).toEqual([]);
    const lax = { module: "nodenext", target: "es2022", strict: false, types: [], skipLibCheck: true };
    expect(project.compile(lax, ["generated/**/*.ts"])).toEqual([]);
  }, 120_000);
});
