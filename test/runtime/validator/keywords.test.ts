/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { emittedValidator } from "../../generator/support/emitted-validator.js";

/** What all our validators return for a value. */
function outcomes(schema: JsonSchema, value: unknown): readonly boolean[] {
  return [
    compileSchema(schema),
    emittedValidator(schema, "schemas"),
    emittedValidator(schema, "conditions"),
  ].map((validate) => validate(structuredClone(value)));
}

const lists = { items: { contains: { const: 1 } } };
const patterns = { patternProperties: { "^b": { type: "integer" } }, unevaluatedProperties: false } as const;
const closed = { ...patterns, anyOf: [{ additionalProperties: false }, { minProperties: 1 }] };
const open = { ...patterns, anyOf: [{ additionalProperties: true, required: ["x"] }, { minProperties: 1 }] };
const tagged = {
  oneOf: [
    { properties: { kind: { const: "a" } }, patternProperties: { "^x": {} }, required: ["kind"] },
    { properties: { kind: { const: "b" } }, patternProperties: { "^y": {} }, required: ["kind"] },
  ],
  unevaluatedProperties: false,
};
const dependent = {
  properties: { a: {} },
  dependentSchemas: { a: { properties: { b: {} } } },
  unevaluatedProperties: false,
};
const conditional = { if: { minItems: 3 }, then: { items: true }, unevaluatedItems: false };
const recursive = {
  $ref: "#/$defs/node",
  unevaluatedProperties: false,
  $defs: { node: { properties: { next: { $ref: "#/$defs/node" } } } },
};

describe("validators that are generated and those that are compiled at run time", () => {
  it.each<[JsonSchemaObject, unknown, boolean]>([
    [lists, [[1], []], false],
    [lists, [[1], [2, 1]], true],
    [lists, [[2], [1]], false],
    [lists, ["a", [1]], true],
    [{ items: { contains: { const: 1 }, minContains: 0 } }, [[1], []], true],
    [{ items: { contains: { const: 1 }, minContains: 2 } }, [[1, 1], []], false],
    [{ items: { contains: { const: 1 }, maxContains: 1 } }, [[1], [1, 1]], false],
    [{ prefixItems: [{}], contains: { const: 1 }, unevaluatedItems: false }, ["a", 1], true],
    [{ prefixItems: [{}], contains: { const: 1 }, unevaluatedItems: false }, ["a", 2], false],
    [{ contains: true, unevaluatedItems: false }, [false], true],
    [closed, { b: 1 }, true],
    [closed, { b: "1" }, false],
    [closed, { b: 1, c: 1 }, false],
    [open, { b: 1, x: 1 }, true],
    [open, { b: 1, c: 1 }, false],
    [tagged, { kind: "a", x1: 1 }, true],
    [tagged, { kind: "a", y1: 1 }, false],
    [dependent, { a: 1, b: 1 }, true],
    [dependent, { b: 1 }, false],
    [conditional, [1, 2, 3], true],
    [conditional, [1], false],
    [
      { anyOf: [{ prefixItems: [{ const: "a" }] }, { minItems: 1 }], unevaluatedItems: false },
      ["b", 1],
      false,
    ],
    [{ if: { additionalProperties: { type: "object" } }, then: { minItems: 0 }, unevaluatedProperties: false }, { c: [] }, false], // prettier-ignore
    [{ not: { prefixItems: [{}, { type: "string" }], contains: { const: 1 } } }, [2], true],
    [{ not: { propertyNames: { maxLength: 3 }, minProperties: 1 } }, {}, true],
    [{ not: { properties: { a: false } }, unevaluatedProperties: false }, { a: 1 }, false],
    [recursive, { next: { next: {} } }, true],
    [recursive, { next: { other: 1 } }, true],
    [recursive, { other: {} }, false],
    [{ enum: Array.from({ length: 300 }, (_, index) => index) }, 299, true],
    [{ enum: Array.from({ length: 300 }, (_, index) => index) }, "299", false],
  ])("follow JSON Schema: %j, %j", (schema, value, isValid) => {
    expect(outcomes(schema, value)).toEqual([isValid, isValid, isValid]);
  });

  it.each<[unknown[], boolean]>([
    [[1, "1", true, null, [1], { a: 1 }], true],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [
      [
        [1, [2]],
        [1, [2]],
      ],
      false,
    ],
    [[["1"], [1]], true],
    [[["a,b"], ["a", "b"]], true],
    [[{ a: [] }, { a: {} }], true],
    [["x".repeat(10_000), "x".repeat(10_001), `${"x".repeat(10_000)}y`], true],
    [["x".repeat(10_000), "x".repeat(10_000)], false],
    [[0, -0], false],
    [[1, 1], false],
  ])("compare items by value", (items, isUnique) => {
    expect(outcomes({ uniqueItems: true }, items)).toEqual([isUnique, isUnique, isUnique]);
  });

  it("accept exact decimal multiples of a step, and reject numbers between them", () => {
    for (const [step, digits] of [
      [0.1, 1],
      [0.01, 2],
      [0.07, 2],
      [1e-8, 8],
      [2.5, 1],
    ] as const) {
      const validate = compileSchema({ multipleOf: step });
      const unit = Math.round(step * 10 ** digits);
      for (let factor = -300; factor <= 300; factor++) {
        const written = Number(`${factor * unit}e-${digits}`);
        expect([written, step, validate(written)]).toEqual([written, step, true]);
        const between = Number(`${factor * unit * 10 + 1}e-${digits + 1}`);
        expect([between, step, validate(between)]).toEqual([between, step, false]);
      }
    }
    expect(outcomes({ multipleOf: 0.1 }, 1e23)).toEqual([true, true, true]);
    expect(outcomes({ multipleOf: 3 }, 1e308)).toEqual([false, false, false]);
  });

  it("report one error if no item matches `contains`", () => {
    for (const value of [[], [2, 3]]) {
      const validate = compileSchema({ contains: { const: 1 } });
      expect(validate(value)).toBe(false);
      expect(validate.errors).toMatchObject([{ keyword: "contains", params: { minContains: 1 } }]);
    }
  });

  it("reject `$dynamicRef` beside `unevaluatedProperties`, which is not supported", () => {
    const schema = {
      $dynamicRef: "#/$defs/a",
      unevaluatedProperties: false,
      $defs: { a: { properties: { b: {} } } },
    };
    expect(() => compileSchema(schema)).toThrow("`$dynamicRef` cannot be used together with");
  });

  it("report the right location of an error if one object occurs twice", () => {
    const branch = (required: string): JsonSchemaObject => ({
      type: "object",
      properties: { next: { $ref: "#/$defs/node" } },
      required: [required],
    });
    const validate = compileSchema({
      items: { $ref: "#/$defs/node" },
      $defs: { node: { anyOf: [branch("x"), branch("y")] } },
    });
    const shared = { next: {} };
    expect(validate([{ next: shared }, shared])).toBe(false);
    const places = new Set(validate.errors?.map(({ instancePath }) => instancePath));
    expect([...places].toSorted()).toEqual(["/0", "/0/next", "/0/next/next", "/1", "/1/next"]);
  });
});
