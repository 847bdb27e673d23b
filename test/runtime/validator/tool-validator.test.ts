import type { JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema, InvalidSchemaError, ToolValidator } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { toolDefinitions } from "../../support/shared-cases.js";

const validator = new ToolValidator();

const validate = (
  parameters: unknown,
  properties: Record<string, JsonSchemaObject>,
  rest: JsonSchemaObject = {},
) => validator.validateAgainstSchema(parameters, { type: "object", properties, ...rest });

/** The first error as `parameter code message`. */
function firstError(value: unknown, property: JsonSchemaObject): string {
  const [error, ...more] = validator.validateParameter("p", value, property);
  expect(more).toEqual([]);
  return error === undefined ? "valid" : `${error.parameterName} ${error.errorCode} ${error.message}`;
}

describe("error messages for Ajv errors", () => {
  it.each<[unknown, JsonSchemaObject, string]>([
    ["x", { type: "integer" }, 'p type_mismatch expected an integer, got "x".'],
    [1, { type: ["string", "null"] }, "p type_mismatch expected a string or null, got 1."],
    [null, { type: "boolean" }, "p type_mismatch expected true or false, got null."],
    [{}, { type: "array", items: { type: "string" } }, "p type_mismatch expected an array of strings, got an object."],
    ["5", { type: "object" }, 'p type_mismatch expected an object, got "5".'],
    [Number.NaN, { type: "number" }, "p type_mismatch expected a number, got NaN."],
    [Number.POSITIVE_INFINITY, { type: "integer" }, "p type_mismatch expected an integer, got Infinity."],
    ["utf8", { enum: ["utf-8", "latin1"] }, 'p invalid_enum expected one of "utf-8", "latin1", got "utf8". Did you mean "utf-8"?'],
    [5, { type: "string", enum: ["a", "b"] }, 'p type_mismatch expected one of "a", "b", got 5.'],
    ["x", { const: "y" }, 'p invalid_enum expected "y", got "x".'],
    ["x", { enum: ["only"] }, 'p invalid_enum expected "only", got "x".'],
    [0, { type: "integer", minimum: 1, maximum: 9 }, "p out_of_range expected an integer from 1 to 9, got 0."],
    [10, { type: "number", maximum: 9 }, "p out_of_range expected a number of at most 9, got 10."],
    [0, { type: "number", exclusiveMinimum: 0 }, "p out_of_range expected a number greater than 0, got 0."],
    [3, { type: "number", exclusiveMaximum: 3 }, "p out_of_range expected a number less than 3, got 3."],
    [3, { type: "number", multipleOf: 2 }, "p invalid_value expected a number divisible by 2, got 3."],
    ["", { type: "string", minLength: 1 }, 'p invalid_value expected a non-empty string, got "".'],
    ["abc", { type: "string", maxLength: 2 }, 'p invalid_value expected a string with at most 2 characters, got "abc".'],
    ["a", { type: "string", minLength: 2, maxLength: 2 }, 'p invalid_value expected a string with exactly 2 characters, got "a".'],
    ["x", { type: "string", pattern: "^a" }, 'p pattern_mismatch expected a string that matches /^a/, got "x".'],
    ["x", { type: "string", format: "email" }, 'p pattern_mismatch expected a string in the format email, got "x".'],
    [[], { type: "array", minItems: 1 }, "p invalid_value expected an array with at least 1 item, got an empty array."],
    [[1, 2], { type: "array", maxItems: 1 }, "p invalid_value expected an array with at most 1 item, got an array of length 2."],
    [[1, 1], { type: "array", uniqueItems: true }, "p invalid_value must NOT have duplicate items (items ## 0 and 1 are identical), got an array of length 2."],
    [{}, { type: "object", required: ["a"] }, "/p/a required Required parameter '/p/a' is missing"],
    [{ b: 1 }, { additionalProperties: false, properties: { bc: true } }, "/p/b unknown_parameter 'b' is not a property of p. Did you mean 'bc'?"],
    [{ b: 1 }, { unevaluatedProperties: false }, "/p/b unknown_parameter 'b' is not a property of p."],
    [{ a: 1 }, { dependentRequired: { a: ["b"] } }, "/p/b required Required parameter '/p/b' is missing"],
    [{}, { type: "object", minProperties: 1 }, "p invalid_value must NOT have fewer than 1 properties, got an object."],
    [1, { not: { type: "number" } }, "p invalid_value must NOT be valid, got 1."],
    [1, false as never, "p invalid_value boolean schema is false, got 1."],
    ["b".repeat(500), { type: "integer" }, `p type_mismatch expected an integer, got "${"b".repeat(60)}…" (500 characters).`],
  ])("%j against %j", (value, property, expected) => {
    expect(firstError(value, property)).toBe(expected);
  }); // prettier-ignore

  it("names nested values by their pointer", () => {
    const items = { type: "object", properties: { "a/b": { type: "string" } } } as const;
    const { errors } = validate({ list: [{ "a/b": 1 }] }, { list: { type: "array", items } });
    expect(errors).toMatchObject([
      { parameterName: "/list/0/a~1b", providedValue: 1, expectedDescription: "a string" },
    ]);
  });

  it("describes what a reference refers to", () => {
    const result = validate({ p: 0 }, { p: { $ref: "#/$defs/port" } }, { $defs: { port: { type: "integer", minimum: 1 } } }); // prettier-ignore
    expect(result.getErrorMessage()).toBe("- p: expected an integer of at least 1, got 0.");
  });

  it("reports twenty of ten thousand errors, all of them short", () => {
    const items = Array.from({ length: 10_000 }, () => "x".repeat(1000));
    const { errors } = validate({ items }, { items: { type: "array", items: { type: "integer" } } });
    expect(errors).toHaveLength(20);
    expect(Math.max(...errors.map((error) => JSON.stringify(error).length))).toBeLessThan(500);
  });
});

describe("alternatives", () => {
  const circle = { type: "object", properties: { kind: { const: "circle" }, radius: { type: "number" } }, required: ["kind", "radius"] } as const; // prettier-ignore
  const square = { type: "object", properties: { kind: { const: "square" }, side: { type: "number" } }, required: ["kind", "side"] } as const; // prettier-ignore

  it("are reported together when the value matches no variant", () => {
    expect(firstError(true, { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }] })).toBe(
      "p invalid_value expected a string or an integer of at least 0, got true.",
    );
    expect(firstError({ kind: "star" }, { oneOf: [circle, square] })).toBe(
      'p invalid_value expected an object with kind "circle", radius or an object with kind "square", side, got an object.',
    );
    expect(firstError("x", { type: "string", anyOf: [{ format: "email" }, { pattern: "^a" }] })).toBe(
      'p invalid_value expected a string in the format email or a string that matches /^a/, got "x".',
    );
  });

  it("name the parameters of which one is required, or of which only one is allowed", () => {
    const oneOf = [{ required: ["a"] }, { required: ["b"] }, { required: ["c"] }];
    const choices = "an object with a or an object with b or an object with c";
    const messageOf = (value: object) => validate(value, {}, { oneOf }).getErrorMessage();
    expect(messageOf({})).toContain(`expected ${choices}, got an object.`);
    expect(messageOf({ b: 1, c: 1 })).toContain(`expected exactly one of: ${choices}, got an object.`);
  });

  it("are ignored when the value clearly matches one variant", () => {
    expect(firstError({ kind: "square" }, { oneOf: [circle, square] })).toBe(
      "/p/side required Required parameter '/p/side' is missing",
    );
    expect(firstError(-1, { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }] })).toBe(
      "p out_of_range expected an integer of at least 0, got -1.",
    );
  });

  it("are found behind references", () => {
    const $defs = { circle, square };
    const shape = { anyOf: [{ $ref: "#/$defs/circle" }, { $ref: "#/$defs/square" }] };
    const { errors } = validate({ p: { kind: "circle", radius: "x" } }, { p: shape }, { $defs });
    expect(errors).toMatchObject([{ parameterName: "/p/radius", errorCode: "type_mismatch" }]);
    expect(errors).toHaveLength(1);
  });

  it("report errors of `then` and `else`, not the `if` itself", () => {
    const rest = JSON.parse(
      '{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }',
    ) as JsonSchemaObject;
    const { errors } = validate({ a: 1 }, {}, rest);
    expect(errors).toMatchObject([{ parameterName: "b", errorCode: "required" }]);
  });
});

describe("ToolValidator", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["an array", []],
    ["text", "{}"],
    ["a number", 1],
    ["nothing", undefined],
  ])("refuses %s for parameters", (_, input) => {
    expect(validate(input, {})).toMatchObject({ isValid: false, errors: [{ errorCode: "type_mismatch" }] });
  });

  it("does not treat inherited properties as parameters", () => {
    expect(validate({}, {}, { required: ["toString"] }).errors).toMatchObject([
      { parameterName: "toString" },
    ]);
    expect(validate(Object.create({ a: 1 }), {}, { required: ["a"] }).isValid).toBe(false);
  });

  it("treats any text as data", () => {
    expect(
      validate({ a: "\ud800", b: "a\0b" }, { a: { type: "string" }, b: { type: "string" } }).isValid,
    ).toBe(true);
    expect(JSON.stringify(validate({ a: "\ud800" }, { a: { type: "integer" } }))).toContain("\\ud800");
  });

  it("does not change what it validates", () => {
    const input = Object.freeze({ b: 1 });
    expect(validate(input, { a: { type: "string", default: "x" } }).isValid).toBe(true);
    expect(input).toEqual({ b: 1 });
  });

  it("never shows what the schema marks as sensitive, also among alternatives", () => {
    const secret = { type: "string", maxLength: 3, "x-sensitive": true } as const;
    const properties = { a: secret, b: { type: "array", items: secret }, c: { anyOf: [secret, { type: "null" }] } } as const; // prettier-ignore
    const result = validate({ a: "hunter2", b: ["hunter2"], c: "hunter2" }, properties);
    expect(result.errors.map(({ parameterName }) => parameterName)).toEqual(["a", "/b/0", "c"]);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it("validates one value by the name of its parameter", () => {
    expect(validator.validateParameter("count", 3, { type: "integer" })).toEqual([]);
    expect(validator.validateParameter("count", undefined, { type: "integer" })).toMatchObject([
      { errorCode: "required" },
    ]);
    const property = { $ref: "#/$defs/a", $defs: { a: { type: "string" } } };
    expect(validator.validateParameter("a", 1, property)).toMatchObject([{ errorCode: "type_mismatch" }]);
  });

  it("throws for an invalid schema", () => {
    expect(() => validate({}, { a: { type: "strin" as never } })).toThrow(InvalidSchemaError);
    expect(() => validate({}, { a: { $ref: "#/$defs/none" } })).toThrow("The schema cannot be used");
    expect(() => validate({}, { a: { $ref: "https://example.com/schema.json" } })).toThrow(
      InvalidSchemaError,
    );
  });

  it("reads draft-07 if a schema declares it, and every schema independently", () => {
    const tuple = { type: "array", items: [{ type: "string" }], additionalItems: false } as never;
    const old = compileSchema({ $schema: "http://json-schema.org/draft-07/schema#", $id: "same", properties: { a: tuple } }); // prettier-ignore
    expect([old({ a: ["x"] }), old({ a: [1] })]).toEqual([true, false]);
    expect(compileSchema({ $id: "same", type: "string" })("x")).toBe(true);
    expect(compileSchema(true)(1)).toBe(true);
  });
});

function compiles(schema: JsonSchemaObject): boolean {
  try {
    compileSchema(schema);
    return true;
  } catch (error) {
    if (error instanceof InvalidSchemaError) return false;
    throw error;
  }
}

describe.each(["real-tools", "hard-tools"] as const)("the schemas of %s", (name) => {
  it("compile, and report at most twenty readable errors for any input", () => {
    const tools = toolDefinitions(name);
    expect(tools.length).toBeGreaterThan(50);
    const probes = [null, {}, [], "x", 5, { a: { b: [1, "x", null] } }];
    // Some use draft-04 keywords; those schemas are rejected.
    const usable = tools.filter(({ inputSchema }) => compiles(inputSchema));
    expect(tools.length - usable.length).toBeLessThan(5);
    for (const { inputSchema } of usable) {
      const properties = Object.keys(inputSchema.properties ?? {});
      const wrong = probes.map((probe) =>
        Object.fromEntries(properties.map((property) => [property, probe])),
      );
      for (const input of [...probes, ...wrong]) {
        const { isValid, errors } = validator.validateAgainstSchema(input, inputSchema);
        expect(isValid).toBe(errors.length === 0);
        expect(errors.length).toBeLessThanOrEqual(20);
        expect(errors.filter(({ message }) => message.length === 0 || message.includes("undefined"))).toEqual(
          [],
        );
      }
    }
  }, 120_000);
});
