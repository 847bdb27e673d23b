import { array, assert, constantFrom, property, type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlain, plainlyAccepts } from "../../../generator/json-schema/plain-schema.js";
import { compileSchema } from "../../../generator/json-schema/schema-compiler.js";
import type { JsonObject } from "../../../generator/model/json-object.js";

const value = constantFrom<unknown>(
  "",
  "a",
  "abc",
  "👍",
  0,
  1,
  -1,
  1.5,
  10,
  true,
  false,
  null,
  [],
  {},
  [1],
  [1, 1],
  [{}, {}],
  {
    a: 1,
  },
  { a: "b" },
);
const keywords: readonly (readonly [string, readonly unknown[]])[] = [
  ["type", ["string", "number", "integer", "boolean", "null", "object", "array", "any", ["string"]]],
  ["enum", [[], ["a", 1], [true, null], "a"]],
  ["const", ["a", 1, null, {}]],
  ["minimum", [0, 1, "1", true]],
  ["maximum", [1, 10]],
  ["exclusiveMinimum", [0, true]],
  ["exclusiveMaximum", [10, -1]],
  ["minLength", [0, 1, 2, -1]],
  ["maxLength", [1, 3]],
  ["pattern", ["^a", "("]],
  ["description", ["text"]],
  ["x-own", [1]],
  ["properties", [{}, { a: { type: "string" } }, { a: false }, { a: { $ref: "#/$defs/none" } }, { a: 1 }]],
  ["items", [{ minLength: 1 }, { maximum: 1 }, true, false, 1]],
  ["minItems", [1]],
  ["maxItems", [0, 1]],
  ["uniqueItems", [true, false]],
  ["minProperties", [1]],
  ["maxProperties", [0, 1]],
  ["additionalProperties", [false, { enum: [1] }, "no"]],
  ["required", [["a"], [1], "a"]],
  ["$ref", ["#/$defs/none"]],
];
/** Up to three keywords, right ones and wrong ones. */
const schema: Arbitrary<JsonObject> = array(
  constantFrom(...keywords.flatMap(([keyword, values]) => values.map((item) => [keyword, item] as const))),
  { maxLength: 3 },
).map((entries) => Object.fromEntries(entries));

describe("plain schemas", () => {
  it("can always be compiled", () => {
    let plain = 0;
    assert(
      property(schema, (candidate) => {
        if (!isPlain(candidate)) return;
        plain++;
        expect(compileSchema(candidate)).toBeTypeOf("function");
      }),
      { numRuns: 1000, seed: 7 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it("accept only what a validator accepts", () => {
    let accepted = 0;
    assert(
      property(schema, value, (candidate, given) => {
        if (!plainlyAccepts(candidate, given)) return;
        accepted++;
        const validate = compileSchema(candidate);
        expect(validate instanceof Error ? validate : validate(given)).toBe(true);
      }),
      { numRuns: 4000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("are not what refers, combines or matches patterns", () => {
    for (const keyword of [
      "$ref",
      "allOf",
      "anyOf",
      "if",
      "pattern",
      "format",
      "patternProperties",
      "nullable",
    ])
      expect(isPlain({ [keyword]: {} })).toBe(false);
  });
});
