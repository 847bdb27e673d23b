import { analyze, defaultConfig, memoryHost } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";

const shared = "$defs:\n  needsOther: { required: [other] }\n";

/** The diagnostics of a tool with the parameters `name` and `other` and these lines in its schema. */
async function diagnosticsOf(...lines: readonly string[]): Promise<string[]> {
  const manifest = [
    "id: do-it",
    "description: Does one thing, and does it well enough.",
    "category: custom",
    "risk: safe",
    "result: text",
    "schema:",
    "  properties:",
    "    name: { type: string, description: A name. }",
    "    other: { type: string, description: Another name. }",
    ...lines.map((line) => `  ${line}`),
  ];
  const files = new Map([
    ["manifests/do-it.tool.yaml", `${manifest.join("\n")}\n`],
    ["manifests/shared.yaml", shared],
  ]);
  const { diagnostics } = await analyze(memoryHost(files), defaultConfig);
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("a composed schema", () => {
  it.each([
    [
      "a definition with only `required`",
      'allOf: [{ $ref: "#/$defs/n" }]',
      "$defs: { n: { required: [name] } }",
    ],
    ["a definition from another file", 'allOf: [{ $ref: "shared.yaml#/$defs/needsOther" }]'],
    ["a condition", "if: { properties: { name: { const: a } } }", "then: { required: [other] }"],
    ["a negation", "not: { properties: { name: { const: a } }, required: [name] }"],
    [
      "a negation of a property's properties",
      "not: { properties: { name: { properties: { first: { const: a } }, required: [last] } } }",
    ],
    ["a condition on items", "if: { properties: { name: { items: { required: [last] } } } }"],
    ["a narrower parameter", "anyOf: [{ properties: { name: { minLength: 1 } } }, { required: [other] }]"],
  ])("may have %s", async (_, ...lines) => {
    expect(await diagnosticsOf(...lines)).toEqual([]);
  });

  it("is reported when a part requires an unknown property", async () => {
    expect(await diagnosticsOf("allOf: [{ required: [size] }]")).toEqual([
      "TK3007 `required` names `size`, which is not a property.",
    ]);
    expect(await diagnosticsOf("$defs: { n: { properties: { a: {} }, required: [size] } }")).toContain(
      "TK3007 `required` names `size`, which is not a property.",
    );
  });

  it("is reported when a definition inside a condition requires an unknown property", async () => {
    const negation =
      "not: { $defs: { n: { properties: { a: {} }, required: [size] } }, properties: { name: { const: a } } }";
    expect(await diagnosticsOf(negation)).toContain(
      "TK3007 `required` names `size`, which is not a property.",
    );
  });

  it("is reported when only one alternative describes a parameter", async () => {
    const alternatives =
      "anyOf: [{ properties: { size: { type: integer, description: How much. } } }, { properties: { size: { type: string } } }]";
    expect(await diagnosticsOf(alternatives)).toEqual(["TK2018 The parameter `size` has no description."]);
  });
});
