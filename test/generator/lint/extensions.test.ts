import { describe, expect, it } from "vitest";
import { diagnosticsOf } from "../support/manifests.js";

/** The diagnostics about toolkiln's keywords, as `code file:line message`. */
async function reported(example: string): Promise<string[]> {
  return (await diagnosticsOf(example))
    .filter(({ code }) => code === "TK3023" || code === "TK3024")
    .map(({ code, file, range, message }) => `${code} ${file}:${range.start.line} ${message}`);
}

const manifest = "manifests/file-read.tool.yaml";
const recursive = "`x-path` and `x-sensitive` are not supported inside a recursive schema.";

describe("a keyword in a tool with a recursive schema", () => {
  const tree = (...members: string[]): string => `# file: ${manifest}
id: file-read
schema:
  properties: { node: { $ref: "#/$defs/Node", description: The node. } }
  $defs: { Node: { $ref: ../shared/tree.yaml } }
# file: shared/tree.yaml
type: object
properties:
${members.map((member) => `  ${member}\n`).join("")}
$defs:
  Secret: { type: string, x-sensitive: true }
  Path: { type: string, x-path: { within: workspace } }
  Pair: { properties: { first: { $ref: "#/$defs/Path" }, second: { $ref: "#/$defs/Secret" } } }
  Branch: { type: array, items: { anyOf: [{ $ref: "#" }, { type: "null" }] } }
`;

  it("is rejected inside the schema, at the reference to it", async () => {
    const found = await reported(tree("secret: { type: string, x-sensitive: true }", 'child: { $ref: "#" }'));
    expect(found).toEqual([`TK3024 ${manifest}:7 ${recursive}`]);
  });

  it("is rejected in definitions that the schema references, directly or indirectly", async () => {
    const found = await reported(
      tree(
        'secret: { $ref: "#/$defs/Secret" }',
        'file: { $ref: "#/$defs/Path" }',
        'pair: { $ref: "#/$defs/Pair" }',
        'children: { $ref: "#/$defs/Branch" }',
      ),
    );
    expect(found).toEqual([`TK3024 ${manifest}:7 ${recursive}`]);
  });

  it("is rejected when the root schema is recursive", async () => {
    const found = await reported(`id: file-read
schema:
  properties:
    file: { $ref: "#/$defs/Path", description: A file. }
    again: { $ref: "#", description: The same again. }
  $defs: { Path: { type: string, x-path: {} } }
`);
    expect(found).toEqual([`TK3024 ${manifest}:9 ${recursive}`]);
  });

  it("is allowed outside the recursive schema", async () => {
    const found = await diagnosticsOf(`id: file-read
schema:
  properties:
    file: { $ref: "#/$defs/Path", description: A file. }
    files: { $ref: "#/$defs/Files", description: Files. }
    tree: { $ref: "#/$defs/Tree", description: A tree. }
  $defs:
    Path: { type: string, x-path: {} }
    Files: { type: array, items: { $ref: "#/$defs/Path" } }
    Tree: { type: object, properties: { left: { $ref: "#/$defs/Tree", description: L. } } }
`);
    expect(found).toEqual([]);
  });
});

describe("a keyword in a subschema", () => {
  const value = (schema: string): string => `id: file-read
schema:
  properties: { value: { description: A value., ${schema} } }
  $defs: { Secret: { type: string, x-sensitive: true }, Path: { type: string, x-path: {} } }
`;

  it.each([
    "contains: { x-sensitive: true }",
    "propertyNames: { x-sensitive: true }",
    "contentSchema: { properties: { password: { type: string, x-sensitive: true } } }",
    "not: { x-sensitive: true }",
    "if: { properties: { a: { type: string, x-sensitive: true } } }",
    'contains: { $ref: "#/$defs/Secret" }',
    'contains: { properties: { a: { $ref: "#/$defs/Secret" } } }',
  ])("is rejected if it applies to no value: %s", async (schema) => {
    expect(await reported(value(schema))).toEqual([expect.stringMatching(/^TK3024 .*has no effect inside/)]);
  });

  it.each([
    "contains: { x-path: {} }",
    "if: { x-path: {} }",
    "not: { x-path: {} }",
    'not: { $ref: "#/$defs/Path" }',
  ])("is rejected if it is `x-path` and applies to no value: %s", async (schema) => {
    expect(await reported(value(schema))).toEqual([expect.stringMatching(/^TK3023 .*has no effect inside/)]);
  });

  it.each([
    "if: { type: string }, then: { x-sensitive: true }, else: { x-sensitive: true }",
    "anyOf: [{ type: string, x-path: {} }, { type: array, items: { $ref: '#/$defs/Path' } }]",
    "type: object, dependentSchemas: { a: { properties: { b: { type: string, x-sensitive: true } } } }",
  ])("is allowed if it applies to a value: %s", async (schema) => {
    expect(await reported(value(schema))).toEqual([]);
  });

  it("is rejected when `x-path` is on the root schema", async () => {
    expect(await reported("schema: { x-path: {}, allOf: [{ x-path: {} }] }\n")).toEqual([
      expect.stringContaining("`x-path` requires `type: string`; the type here is object."),
      expect.stringContaining("`x-path` requires `type: string`; the type here is object."),
    ]);
  });
});

describe("`x-path` on additional properties or items", () => {
  const value = (schema: string): string => `id: file-read
schema:
  properties: { value: { description: A value., ${schema} } }
  $defs: { Path: { type: string, x-path: {} } }
`;

  it.each([
    "properties: { a: { type: string } }, additionalProperties: { type: string, x-path: {} }",
    "properties: { a: {} }, additionalProperties: { $ref: '#/$defs/Path' }",
    "properties: { a: { type: object } }, patternProperties: { '^b': { properties: { c: { $ref: '#/$defs/Path' } } } }",
    "prefixItems: [{ type: string }], items: { type: string, x-path: {} }",
  ])("is rejected if named properties or items may contain other text: %s", async (schema) => {
    expect(await reported(value(schema))).toEqual([
      expect.stringMatching(/^TK3023 .*the values under `(properties|prefixItems)`\.$/),
    ]);
  });

  it.each([
    "additionalProperties: { type: string, x-path: {} }",
    "properties: { a: { type: integer } }, additionalProperties: { type: string, x-path: {} }",
    "properties: { a: { type: string, x-path: {} } }, additionalProperties: { type: string, x-path: {} }",
    "properties: { a: { type: string } }, additionalProperties: { type: string, x-sensitive: true }",
  ])("is allowed otherwise: %s", async (schema) => {
    expect(await reported(value(schema))).toEqual([]);
  });
});
