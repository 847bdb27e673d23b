import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { emitted, emittedValidator } from "../support/emitted-validator.js";

const validatorOf = (schema: JsonSchema) => emittedValidator(schema, "schemas");

/** Texts that look like code that is removed or rewritten in Ajv's output. */
const texts = [
  "/*# sourceURL=x */",
  '/*# sourceURL="x" */;',
  "a /* comment */ b",
  "// sourceURL",
  '"use strict";',
  "export const a = b;",
  'const a = require("b").c',
  "const schema1 = 1",
  "let valid0 = true;",
  "if(vErrors === null){\nvErrors = [err0];\n}\nelse {\nvErrors.push(err0);\n}",
  "\n\n",
  "\u200b",
  "\\u200b",
  "a].b[c",
  'a"].b["',
];

describe("schema text that looks like code", () => {
  it.each(texts)("is the only accepted value: %j", (text) => {
    for (const schema of [{ enum: [text, "b"] }, { const: text }, { const: { [text]: [text] } }]) {
      const validate = validatorOf(schema);
      const allowed = "enum" in schema ? text : schema.const;
      expect(validate(allowed)).toBe(true);
      expect(validate("")).toBe(false);
      expect(validate({ "": [""] })).toBe(false);
    }
  });

  it.each(texts)("is a property name: %j", (text) => {
    const validate = validatorOf({
      type: "object",
      properties: { [text]: { type: "string" } },
      required: [text],
      additionalProperties: false,
    });
    expect(validate({ [text]: "a" })).toBe(true);
    expect(validate({ [text]: 1 })).toBe(false);
    expect(validate({ "": "a" })).toBe(false);
    expect(validate({})).toBe(false);
  });

  it.each(texts)("is a name in an object with many properties: %j", (text) => {
    const names = Array.from({ length: 12 }, (_, position) => `${text}${position}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }] as const));
    const validate = validatorOf({
      type: "object",
      properties: { [text]: { type: "object", properties, additionalProperties: false } },
    });
    expect(validate({ [text]: { [`${text}11`]: "a" } })).toBe(true);
    expect(validate({ [text]: { [`${text}12`]: "a" } })).toBe(false);
    expect(validate({ [text]: { constructor: "a" } })).toBe(false);
  });
});

describe("unevaluated properties and items", () => {
  const patterns = { patternProperties: { "^b": { type: "integer" } } };
  const closed = { ...patterns, anyOf: [{ additionalProperties: false }, { minProperties: 1 }] };
  const open = {
    ...patterns,
    anyOf: [{ additionalProperties: true, required: ["x"] }, { minProperties: 1 }],
  };

  it.each([
    [closed, { b: 1 }, true],
    [closed, { b: "1" }, false],
    [closed, { b: 1, c: 1 }, false],
    [open, { b: 1 }, true],
    [open, { b: 1, x: 1 }, true],
    [open, { b: 1, c: 1 }, false],
  ])("are checked beside patterns and alternatives: %j, %j", (schema, value, isValid) => {
    const validate = validatorOf({ ...schema, unevaluatedProperties: false });
    expect(validate(value)).toBe(isValid);
  });
});

describe("`contains`", () => {
  const lists = { items: { contains: { const: 1 } } };
  const maps = { additionalProperties: { contains: { type: "string" }, maxItems: 2 } };

  it.each([
    [lists, [[1], []], false],
    [lists, [[1], [2, 1]], true],
    [lists, [[2], [1]], false],
    [lists, ["a", [1]], true],
    [maps, { a: ["x"], b: [] }, false],
    [maps, { a: ["x"], b: [1, "y"] }, true],
    [{ items: { contains: { const: 1 }, minContains: 0 } }, [[1], []], true],
    [{ items: { contains: { const: 1 }, minContains: 2 } }, [[1, 1], []], false],
  ])("applies to each value: %j, %j", (schema, value, isValid) => {
    expect(validatorOf(schema)(value)).toBe(isValid);
    expect(emitted({ schemas: {}, conditions: { rule: schema } }).named["rule"]?.(value)).toBe(isValid);
  });

  it.each([
    [{ contains: { const: 1 } }, []],
    [{ contains: { const: 1 }, minContains: 2 }, []],
    [{ contains: { type: "object", required: ["a", "b"] } }, [{}, 1, "a"]],
    [lists, [[1], []]],
  ])("reports one error when no item matches: %j, %j", (schema, value) => {
    const validate = validatorOf(schema);
    expect(validate(value)).toBe(false);
    expect(validate.errors).toHaveLength(1);
  });
});

describe("a condition", () => {
  const tree: JsonSchema = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } }, name: { $ref: "#/$defs/name" } },
    $defs: { name: { anyOf: [{ $ref: "#/$defs/short" }, { const: null }] }, short: { maxLength: 3 } },
  };

  it("reports no error details, even if recursive", () => {
    const { code, named } = emitted({ schemas: {}, conditions: { rule: tree } });
    expect(code).not.toMatch(/vErrors|fail/);
    const nested = (name: unknown) => ({ children: [{ children: [{ name }] }] });
    expect([nested("abc"), nested(null), nested("abcd"), 1].map((value) => named["rule"]?.(value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(["validate0", "validate1", "wrapper0", "vErrors", "instancePath", "x"])(
    "leaves the errors of another schema intact, even if it contains the name %s",
    (text) => {
      const { named } = emitted({
        schemas: { params: tree },
        conditions: { rule: { ...tree, required: [text] }, other: { const: text } },
      });
      const { params, rule, other } = named;
      expect(params?.({ children: [{ name: "abcd" }] })).toBe(false);
      expect(params?.errors?.map(({ keyword }) => keyword)).toEqual(["maxLength", "const", "anyOf"]);
      expect([rule?.({ [text]: 1 }), rule?.({}), other?.(text), other?.("")]).toEqual([
        true,
        false,
        true,
        false,
      ]);
    },
  );

  it.each([
    [
      ["^a$", "b", "^c|d$"],
      ["a", "xbx", "cx", "xd", 1],
      ["ax", "xc", "dx", ""],
    ],
    [
      ["^(.)\\1$", "^(?<one>x)y$"],
      ["aa", "xy"],
      ["ab", "yx"],
    ],
    [["^(?<one>a)$", "^(?<one>b)$"], ["a", "b"], ["c"]],
    [["(?<=a)b", "\\\\"], ["ab", "\\"], ["b"]],
  ])("accepts a match of any of its patterns: %j", (patterns, met, unmet) => {
    const rule = { anyOf: patterns.map((pattern) => ({ pattern })) };
    const { named } = emitted({ schemas: {}, conditions: { rule } });
    expect(met.filter((value) => named["rule"]?.(value) !== true)).toEqual([]);
    expect(unmet.filter((value) => named["rule"]?.(value) !== false)).toEqual([]);
  });
});

it.each<JsonSchemaObject>([{}, { type: "object" }])(
  "validates property names by reference, beside %j",
  (others) => {
    const validate = validatorOf({
      ...others,
      propertyNames: { $ref: "#/$defs/name" },
      $defs: {
        name: { anyOf: [{ $ref: "#/$defs/short" }, { const: "long" }] },
        short: { not: { minLength: 4 } },
      },
    });
    expect([{ a: 1 }, { long: 1 }, { other: 1 }].map((value) => validate(value))).toEqual([
      true,
      true,
      false,
    ]);
  },
);

it("matches no pattern against a text that exceeds `maxLength`", () => {
  const validate = validatorOf({ type: "string", maxLength: 20, pattern: "^(a+)+$" });
  // Matching this text would take longer than any test runs.
  expect(validate(`${"a".repeat(60)}b`)).toBe(false);
  expect(validate.errors).toEqual([
    { instancePath: "", schemaPath: "#/maxLength", keyword: "maxLength", params: {} },
  ]);
  expect(validate("aab")).toBe(false);
  expect(validate("aa")).toBe(true);
  expect(validate("😀".repeat(20))).toBe(false);
});
