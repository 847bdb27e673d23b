import { compileSchema } from "@toolkiln/runtime/validator";
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../generated/catalog.js";
import { describeSchemaErrors } from "../../../runtime/validation/describe-schema-errors.js";
import type { SchemaValidator } from "../../../runtime/validation/schema-validator.js";
import { emittedValidator } from "../support/emitted-validator.js";

/** Each keyword beside a type, and without one if its error message is then different. */
const keywords: readonly JsonSchemaObject[] = [
  { type: "string", minLength: 2, maxLength: 3, pattern: "^a", format: "date" },
  { minLength: 2 },
  { maxLength: 1 },
  { pattern: '^a\\/"' },
  { format: "email" },
  { type: "integer", minimum: 1, maximum: 3, multipleOf: 2 },
  { type: ["number", "null"], exclusiveMinimum: 1, exclusiveMaximum: 3 },
  { minimum: 5 },
  { exclusiveMaximum: 0 },
  { multipleOf: 0.1 },
  { enum: ["alpha", "beta"], maxLength: 3 },
  { type: "string", enum: ["alpha", "beta"] },
  { const: { a: 1 } },
  { type: "array", items: { type: "string" }, minItems: 2, maxItems: 3, uniqueItems: true },
  { uniqueItems: true, contains: { type: "integer" }, minContains: 2 },
  { prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
  { type: "object", minProperties: 2, maxProperties: 2, propertyNames: { maxLength: 1 } },
  { type: "object", dependentRequired: { a: ["b"] }, properties: { c: false } },
  {
    type: "object",
    patternProperties: { "^a": { type: "string" } },
    additionalProperties: { type: "integer" },
  },
  { type: "object", properties: { a: { type: "string" } }, unevaluatedProperties: false },
  { anyOf: [{ type: "string", minLength: 3 }, { type: "integer" }] },
  { anyOf: [{ minLength: 3 }, { minimum: 3 }], type: ["string", "integer"] },
  {
    oneOf: [
      { properties: { a: { const: 1 } }, required: ["a"] },
      { type: "object", required: ["b"] },
    ],
  },
  { not: { type: "string" } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  { if: { type: "string" }, then: { minLength: 9 }, else: { type: "integer" } },
  { $ref: "#/$defs/short", description: "Short." },
  { $ref: "#/$defs/short", type: "string", minLength: 9 },
  { $ref: "#/$defs/tree" },
  { type: "object", properties: { "a/b~c %d": { type: "boolean" }, a: { $ref: "#/$defs/short" } } },
];

const $defs = {
  short: { type: "string", maxLength: 1 },
  tree: { type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { type: "integer", enum: [1] } } },
};

const values = JSON.parse(`[
  null, true, 0, 2.5, -1, 7, "", "a", "alpah", "gamma-delta", "12", "[1]", "{}", "true",
  [], [1], [1, 1], ["a", "a", 1, 2], [{}], [[]], ["a", 2, 3],
  {}, { "a": 1 }, { "a": "long", "b": 2, "ccc": 3 }, { "c": 1 }, { "a/b~c %d": "x" },
  { "a": { "a": { "b": "1" }, "b": 2 } }, { "b": "1" }, { "a": 1, "b": 1 }, { "aa": 1 }
]`) as readonly unknown[];

/** Whether a value is valid, and its errors. */
function outcomeOf(validate: SchemaValidator, schema: JsonSchema, value: unknown): unknown {
  const isValid = validate(value);
  const errors = isValid ? [] : describeSchemaErrors(validate.errors ?? [], value, { schema });
  return { isValid, errors };
}

/** What two validators of a schema report: the emitted one and a verbose one. */
function outcomesOf(schema: JsonSchemaObject, inputs: readonly unknown[]): [emitted: unknown, full: unknown] {
  const [emitted, full] = [emittedValidator(schema, "schemas"), compileSchema(schema)];
  const all = (validate: SchemaValidator) =>
    inputs.map((input) => [input, outcomeOf(validate, schema, input)]);
  return [all(emitted), all(full)];
}

describe("the errors of an emitted validator", () => {
  it.each(keywords)("have the same descriptions as those of a verbose validator: %j", (keyword) => {
    const [emitted, full] = outcomesOf({ ...keyword, $defs }, values);
    expect(emitted).toEqual(full);
    const properties = { field: keyword, list: { type: "array", items: keyword } } as const;
    const nested: JsonSchemaObject = { type: "object", properties, required: ["field"], $defs };
    const inputs = [...values, ...values.map((value) => ({ field: value })), { field: "a", list: values }];
    const [emittedBelow, fullBelow] = outcomesOf(nested, inputs);
    expect(emittedBelow).toEqual(fullBelow);
  });

  it.each(catalog.tools)("have the same descriptions for $id", ({ inputSchema, result }) => {
    for (const schema of [withoutDefaults(inputSchema), result.dataSchema ?? {}]) {
      const names = [...Object.keys(schema.properties ?? {}), "unknown"];
      const inputs = names.flatMap((name) => values.map((value) => ({ [name]: value })));
      const all = Object.fromEntries(names.map((name) => [name, 0.5]));
      const [emitted, full] = outcomesOf(schema, [...values, ...inputs, all]);
      expect(emitted).toEqual(full);
    }
  });
});

/** Removes defaults, because only one of the two validators fills them in. */
function withoutDefaults(schema: JsonSchemaObject): JsonSchemaObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)),
  ) as JsonSchemaObject;
}
