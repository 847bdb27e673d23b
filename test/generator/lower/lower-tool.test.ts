import { describe, expect, it } from "vitest";
import type { ToolModel } from "../../../generator/model/tool-model.js";
import { analyzeExample } from "../support/manifests.js";

async function lower(example: string, config = {}): Promise<ToolModel> {
  const { models, diagnostics } = await analyzeExample(example, config);
  const [model] = models;
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return model;
}

describe("lowering", () => {
  it("resolves names, requirements and the timeout, and closes the root", async () => {
    const { spec, names } = await lower("timeout: 1.5s\n");
    expect(spec).toMatchObject({
      wireName: "file-read",
      name: "File Read",
      timeout: 1500,
    });
    expect(spec.inputSchema).toEqual({ type: "object", additionalProperties: false });
    expect(names).toMatchObject({ contract: "fileRead", input: "FileReadInput" });
  });

  const path = (within: string) =>
    `schema: { properties: { path: { type: string, description: P., x-path: { within: ${within} } } } }\n`;

  it.each([
    ["category: workspace\n", ["workspace"]],
    ["category: terminal\n", ["terminal"]],
    ["category: editor\n", ["editor"]],
    ["category: git\n", ["git-repository"]],
    ["category: file-system\n", undefined],
    ["category: search\n", undefined],
    ["category: network\n", undefined],
    [`category: file-system\n${path("workspace")}`, ["workspace"]],
    [`category: file-system\n${path("anywhere")}`, undefined],
    [`category: search\n${path("workspace")}`, ["workspace"]],
    [`category: workspace\n${path("workspace")}`, ["workspace"]],
    [`category: git\n${path("workspace")}`, ["git-repository"]],
    [`category: system\n${path("workspace")}`, undefined],
    [`category: terminal\nrequires: []\n${path("workspace")}`, []],
  ])("derives what a tool requires from its category and its paths: %s", async (example, requires) => {
    expect((await lower(example)).spec.requires).toEqual(requires);
  });

  it("converts wire names as configured, except those set in the manifest", async () => {
    expect((await lower("risk: low\n", { wireNames: "snake" })).spec.wireName).toBe("file_read");
    expect((await lower("wireName: read-it\n", { wireNames: "snake" })).spec.wireName).toBe("read-it");
  });

  it("fills in missing keys from the folder's defaults", async () => {
    const { spec } = await lower(
      "# file: manifests/_defaults.yaml\ntags: [shared]\ntimeout: 5s\n# file: manifests/file-read.tool.yaml\ntimeout: 1s\n",
    );
    expect(spec).toMatchObject({ tags: ["shared"], timeout: 1000 });
  });

  it("upgrades older drafts to 2020-12", async () => {
    const { spec } = await lower(`schema:
  $schema: http://json-schema.org/draft-07/schema#
  properties:
    pair: { description: P., type: array, items: [{ type: string }, { type: integer }], additionalItems: false }
    size: { description: S., type: number, exclusiveMinimum: 0 }
    name: { description: N., $ref: "#/definitions/name", maxLength: 1 }
  dependencies: { pair: [size] }
  definitions: { name: { type: string } }
`);
    expect(spec.inputSchema).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {
        pair: {
          description: "P.",
          type: "array",
          prefixItems: [{ type: "string" }, { type: "integer" }],
          items: false,
        },
        size: { description: "S.", type: "number", exclusiveMinimum: 0 },
        name: { description: "N.", $ref: "#/$defs/name" },
      },
      dependentRequired: { pair: ["size"] },
      $defs: { name: { type: "string" } },
    });
  });

  it("copies schemas of other files into $defs, also circular ones", async () => {
    const { spec } = await lower(`# file: manifests/file-read.tool.yaml
schema:
  properties:
    tree: { $ref: "../shared/tree.yaml", description: A tree. }
    leaf: { $ref: "../shared/tree.yaml#/$defs/leaf", description: A leaf. }
# file: shared/tree.yaml
type: object
properties:
  left: { $ref: "#" }
  leaf: { $ref: "#/$defs/leaf" }
  other: { $ref: "./other.json#/leaf" }
$defs: { leaf: { type: string } }
# file: shared/other.json
{ "leaf": { "type": "integer" } }
`);
    expect(spec.inputSchema).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {
        tree: { $ref: "#/$defs/tree", description: "A tree." },
        leaf: { $ref: "#/$defs/leaf", description: "A leaf." },
      },
      $defs: {
        tree: {
          type: "object",
          properties: {
            left: { $ref: "#/$defs/tree" },
            leaf: { $ref: "#/$defs/leaf" },
            other: { $ref: "#/$defs/leaf_2" },
          },
        },
        leaf: { type: "string" },
        leaf_2: { type: "integer" },
      },
    });
  });

  it("collects toolkiln keywords below $ref, allOf, anyOf, items and maps", async () => {
    const { spec, paramsSchema } = await lower(`schema:
  properties:
    from: { $ref: "#/$defs/path", description: F. }
    files: { description: L., type: array, items: { anyOf: [{ $ref: "#/$defs/path" }, { type: "null" }] } }
    headers: { description: H., type: object, additionalProperties: { type: string, x-sensitive: true } }
    user: { description: U., type: string, x-inject: userId }
    limit: { description: M., type: integer, x-renamed-from: [max, top] }
  allOf: [{ properties: { token: { description: T., type: string, x-sensitive: true, x-inject: token } } }]
  required: [from, user]
  $defs: { path: { type: string, x-path: { exists: true } } }
`);
    expect(spec.paths).toEqual([
      { pointer: "/from", within: "workspace", exists: true },
      { pointer: "/files/*", within: "workspace", exists: true },
    ]);
    expect(spec.sensitive).toEqual(["/headers/*", "/token"]);
    expect(spec.inject).toEqual([
      { parameter: "user", key: "userId" },
      { parameter: "token", key: "token", optional: true },
    ]);
    expect(spec.renamedParameters).toEqual({ max: "limit", top: "limit" });
    expect(spec.inputSchema.required).toEqual(["from"]);
    expect(JSON.stringify(spec.inputSchema)).not.toMatch(/"user"|"token"/);
    expect(paramsSchema["unevaluatedProperties"]).toBe(false);
  });

  it("limits a path to the workspace if any of its schemas does", async () => {
    const { spec } = await lower(`schema:
  properties:
    first: { description: A., anyOf: [{ type: string, x-path: { within: anywhere } }, { type: string, x-path: { exists: true } }] }
    second: { description: A., type: string, x-path: { kind: file }, allOf: [{ x-path: { within: anywhere } }] }
    third: { description: A., type: string, x-path: { within: anywhere } }
`);
    expect(spec.paths).toEqual([
      { pointer: "/first", within: "workspace" },
      { pointer: "/second", within: "workspace", kind: "file" },
      { pointer: "/third", within: "anywhere" },
    ]);
  });

  it("treats all parameters as sensitive if the root schema is", async () => {
    expect((await lower("schema: { x-sensitive: true }\n")).spec.sensitive).toEqual(["/*"]);
  });

  it("distinguishes a parameter named `*` from the wildcard", async () => {
    const { spec } = await lower(`schema:
  properties:
    "*": { description: A star., type: string, x-sensitive: true, x-path: {} }
    "~2": { description: A tilde., type: string, x-sensitive: true }
`);
    expect(spec.sensitive).toEqual(["/~2", "/~02"]);
    expect(spec.paths).toEqual([{ pointer: "/~2", within: "workspace" }]);
  });

  it("resolves references of a condition to other files", async () => {
    const { spec } = await lower(`# file: manifests/file-read.tool.yaml
schema: { properties: { path: { type: string, description: P. } } }
rules:
  - when: { path: { $ref: "../shared.yaml#/$defs/secret" } }
    risk: high
# file: shared.yaml
$defs: { secret: { pattern: "[.]env$" } }
`);
    expect(spec.rules?.[0]?.when).toEqual({
      type: "object",
      properties: { path: { $ref: "#/$defs/secret" } },
      required: ["path"],
      $defs: { secret: { pattern: "[.]env$" } },
    });
  });
});

describe("definitions that each reference the next one twice", () => {
  const tower = (last: string): string => `schema:
  properties: { first: { $ref: "#/$defs/level0", description: A value. } }
  $defs:
    level40: ${last}
    level{n}: { properties: { a: { $ref: "#/$defs/level{n+1}", description: A. }, b: { $ref: "#/$defs/level{n+1}", description: B. } } }
# ×40 such lines
`;

  it("are lowered in linear time", async () => {
    expect((await lower(tower("{ type: string }"))).spec.paths).toBeUndefined();
  });

  it("are rejected when a toolkiln keyword applies to millions of values", async () => {
    const { diagnostics } = await analyzeExample(tower("{ type: string, x-sensitive: true }"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["TK3024"]);
  });
});
