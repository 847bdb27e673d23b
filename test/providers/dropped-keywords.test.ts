import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { toolOf } from "./case-tools.js";
import { compile, withoutNullable } from "./schema-validators.js";
import { targets } from "./targets.js";

/** A constraint of one parameter, and a value that breaks it and nothing else. */
const constraints: readonly [keyword: string, schema: JsonSchemaObject, violation: JsonValue][] = [
  ["minLength", { type: "string", minLength: 2 }, "a"],
  ["maxLength", { type: "string", maxLength: 2 }, "abc"],
  ["pattern", { type: "string", pattern: "^(?=a)" }, "b"],
  ["format", { type: "string", format: "uri-reference" }, "\\\\no uri"],
  ["minimum", { type: "number", minimum: 2 }, 1],
  ["maximum", { type: "number", maximum: 2 }, 3],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 2 }, 2],
  ["exclusiveMaximum", { type: "number", exclusiveMaximum: 2 }, 2],
  ["multipleOf", { type: "number", multipleOf: 2 }, 3],
  ["minItems", { type: "array", items: { type: "string" }, minItems: 2 }, ["a"]],
  ["maxItems", { type: "array", items: { type: "string" }, maxItems: 1 }, ["a", "b"]],
  ["uniqueItems", { type: "array", items: { type: "string" }, uniqueItems: true }, ["a", "a"]],
  ["contains", { type: "array", items: { type: "string" }, contains: { const: "a" } }, ["b"]],
  ["not", { type: "string", not: { const: "a" } }, "a"],
  ["if", { type: "string", if: { maxLength: 0 }, else: { minLength: 3 } }, "ab"],
  [
    "dependentRequired",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      additionalProperties: false,
      dependentRequired: { a: ["b"] },
    },
    { a: "x" },
  ],
  [
    "anyOf",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      additionalProperties: false,
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    {},
  ],
  ["oneOf", { oneOf: [{ type: "string" }, { type: "string", maxLength: 1 }] }, "a"],
  [
    "maxProperties",
    { type: "object", additionalProperties: { type: "string" }, maxProperties: 1 },
    { a: "x", b: "y" },
  ],
  [
    "propertyNames",
    { type: "object", additionalProperties: { type: "string" }, propertyNames: { maxLength: 1 } },
    { long: "x" },
  ],
];

describe.each(targets)("$title", (target) => {
  it.each(constraints)(
    "sends or describes %s, and the validator rejects a violation",
    (keyword, schema, violation) => {
      const root: JsonSchemaObject = {
        type: "object",
        properties: { p: schema },
        required: ["p"],
        additionalProperties: false,
      };
      const tool = target.adapt(toolOf("limited", root));
      const validate = compile(root);
      const sent = compile(
        withoutNullable(tool.schema),
        target.isFramework === true && !tool.strict ? "draft-07" : "2020-12",
      );
      if (validate === undefined || sent === undefined) throw new Error("a schema does not compile");
      const input = { p: violation };
      expect(validate(tool.decode(tool.encode(input)))).toBe(false);
      const isSent = !sent(tool.encode(input));
      const losses = tool.losses.filter(
        (loss) => loss.keyword === keyword && loss.pointer.startsWith("/properties/p"),
      );
      const text = JSON.stringify(tool.definition);
      const isDescribed = losses.some(
        (loss) => loss.note !== "" && text.includes(JSON.stringify(loss.note).slice(1, -1)),
      );
      expect({ keyword, isSentOrDescribed: isSent || isDescribed }).toEqual({
        keyword,
        isSentOrDescribed: true,
      });
    },
  );
});
