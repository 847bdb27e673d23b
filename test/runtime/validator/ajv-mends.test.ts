import type { JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";

const lists = { items: { contains: { const: 1 } } };
const patterns = { patternProperties: { "^b": { type: "integer" } }, unevaluatedProperties: false } as const;
const closed = { ...patterns, anyOf: [{ additionalProperties: false }, { minProperties: 1 }] };
const open = { ...patterns, anyOf: [{ additionalProperties: true, required: ["x"] }, { minProperties: 1 }] };

describe("where Ajv errs", () => {
  it.each<[JsonSchemaObject, unknown, boolean]>([
    [lists, [[1], []], false],
    [lists, [[1], [2, 1]], true],
    [lists, [[2], [1]], false],
    [lists, ["a", [1]], true],
    [{ $schema: "http://json-schema.org/draft-07/schema#", ...lists }, [[1], []], false],
    [{ items: { contains: { const: 1 }, minContains: 0 } }, [[1], []], true],
    [{ items: { contains: { const: 1 }, minContains: 2 } }, [[1, 1], []], false],
    [{ items: { contains: { const: 1 }, maxContains: 1 } }, [[1], [1, 1]], false],
    [{ prefixItems: [{}], contains: { const: 1 }, unevaluatedItems: false }, ["a", 1], true],
    [{ prefixItems: [{}], contains: { const: 1 }, unevaluatedItems: false }, ["a", 2], false],
    [closed, { b: 1 }, true],
    [closed, { b: "1" }, false],
    [closed, { b: 1, c: 1 }, false],
    [open, { b: 1, x: 1 }, true],
    [open, { b: 1, c: 1 }, false],
  ])("validators do not: %j, %j", (schema, value, isValid) => {
    expect(compileSchema(schema)(value)).toBe(isValid);
  });

  it("says of an empty list what is said of others", () => {
    const validate = compileSchema({ contains: { const: 1 } });
    expect(validate([])).toBe(false);
    expect(validate.errors).toMatchObject([{ keyword: "contains", params: { minContains: 1 } }]);
  });

  it("takes no text for code", () => {
    const text = "\nprops0[key0] = true;\n";
    expect(compileSchema({ const: text })(text)).toBe(true);
  });
});
