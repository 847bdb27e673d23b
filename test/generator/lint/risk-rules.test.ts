import { analyze, defaultConfig, memoryHost } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";

const shared = `
$defs:
  base:
    properties:
      mode: { $ref: "#/$defs/mode", description: How to do it. }
  mode: { enum: [fast, slow] }
`;

/** The diagnostics for a tool with this schema and one rule per condition. */
async function contradictions(
  schema: string,
  conditions: readonly string[],
  key = "when",
): Promise<string[]> {
  const lines = [
    "id: do-it",
    "description: Does one thing, and does it well enough.",
    "category: custom",
    "risk: safe",
    "result: text",
    `schema: ${schema}`,
    "rules:",
    ...conditions.map((condition) => `  - { ${key}: ${condition}, risk: low }`),
  ];
  const files = new Map([
    ["manifests/do-it.tool.yaml", `${lines.join("\n")}\n`],
    ["manifests/shared/base.yaml", shared],
  ]);
  const { diagnostics } = await analyze(memoryHost(files), defaultConfig);
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

describe("`whenSchema`", () => {
  const parameters = "{ properties: { path: { type: string }, mode: { type: string } } }";

  it.each([
    "{ properties: { pth: { const: a } } }",
    "{ required: [pth] }",
    "{ not: { required: [path, pth] } }",
    "{ anyOf: [{ allOf: [{ if: { properties: { pth: true } } }] }] }",
    "{ dependentRequired: { pth: [mode] } }",
    "{ dependentSchemas: { path: { required: [pth] } } }",
  ])("that names an unknown parameter is an error: %s", async (condition) => {
    const found = await contradictions(parameters, [condition], "whenSchema");
    expect(found).toEqual(["TK2015 The tool has no parameter `pth`. Did you mean `path`?"]);
  });

  it.each([
    [parameters, "{ properties: { path: { not: { required: [inner] } } }, required: [mode] }"],
    ["{ additionalProperties: true }", "{ required: [pth] }"],
    ["{ additionalProperties: true }", "{ properties: { pth: { properties: { deeper: true } } } }"],
  ])("may contain parameters that the schema allows: %s, %s", async (schema, condition) => {
    expect(await contradictions(schema, [condition], "whenSchema")).toEqual([]);
  });
});

describe("a rule", () => {
  const alternatives =
    "{ anyOf: [{ properties: { mode: { const: fast }, level: { type: integer, maximum: 3 } } }, " +
    "{ properties: { mode: { const: slow }, level: { type: string } } }] }";

  it.each([
    ["another alternative's value", alternatives, "{ mode: { const: slow } }"],
    ["another alternative's type", alternatives, "{ level: { type: string } }"],
    ["a bound that another alternative does not have", alternatives, "{ level: { minimum: 5 } }"],
    [
      "a value of a definition in another file",
      '{ allOf: [{ $ref: "shared/base.yaml#/$defs/base" }], properties: { own: { $ref: "#/$defs/mode" } }, $defs: { mode: { enum: [loud] } } }',
      "{ mode: { const: fast } }",
    ],
    [
      "a value that the schema does not mention",
      "{ properties: { mode: { type: string } }, not: { properties: { mode: { const: slow } } } }",
      "{ mode: { const: fast } }",
    ],
    [
      "a property that only a condition names",
      "{ additionalProperties: true, if: { properties: { mode: { const: slow } } }, then: { required: [mode] } }",
      "{ mode: { const: fast } }",
    ],
  ])("may match %s", async (_, schema, condition) => {
    expect(await contradictions(schema, [condition])).toEqual([]);
  });

  it("is reported when it matches no value in the parameter's `enum`", async () => {
    const schema = "{ properties: { mode: { enum: [fast, slow] } } }";
    expect(
      await contradictions(schema, ["{ mode: { const: fats } }", "{ mode: { enum: [loud, slow] } }"]),
    ).toEqual(["TK2010 The rule never matches: `mode` can only be `fast` or `slow`."]);
  });
});
