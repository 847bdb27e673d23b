import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { argumentArbitrary, nearMisses } from "@toolkiln/runtime/testing";
import { compileSchema } from "@toolkiln/runtime/validator";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileRead } from "../../../generated/tools/file-read.js";
import { toolDefinitions } from "../../support/shared-cases.js";

describe("the arbitrary of a schema", () => {
  it.each<JsonSchemaObject>([
    fileRead.spec.inputSchema,
    { type: "object", properties: { a: { type: "integer", minimum: 3, multipleOf: 3 }, b: { type: "number", exclusiveMinimum: 0, maximum: 1 } } },
    { type: "object", properties: { a: { type: "string", pattern: "^[a-z]{2,4}$" }, b: { type: "string", format: "email" } }, required: ["a", "b"] },
    { type: "object", properties: { a: { type: ["string", "null"] }, b: { enum: [1, "x", null] }, c: { const: { d: 1 } } }, required: ["a", "b", "c"] },
    { type: "object", additionalProperties: { type: "boolean" } },
    { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" }, minItems: 1 }] } }, required: ["a"] },
    { type: "object", allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: { type: "integer" } }, required: ["b"] }] },
    { type: "object", properties: { tree: { $ref: "#/$defs/tree" } }, required: ["tree"], $defs: { tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } }, required: ["children"] } } },
    { type: "object", properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2, items: false } }, required: ["pair"] },
    { type: "object", properties: { day: { type: "string", format: "date" }, at: { type: "string", format: "date-time" }, url: { type: "string", format: "uri" } }, required: ["day", "at", "url"] },
    { type: "object", properties: { tags: { type: "array", items: { enum: ["a", "b", "c"] }, uniqueItems: true, minItems: 2 } }, required: ["tags"] },
  ])("generates only valid values: %j", (schema) => {
    const validate = compileSchema(schema);
    const inputs = fc.sample(argumentArbitrary(fc, schema), 50);
    expect(inputs.filter((input) => !validate(structuredClone(input)))).toEqual([]);
  }); // prettier-ignore

  it("follows references to references", () => {
    const schema: JsonSchemaObject = {
      type: "object",
      properties: { a: { $ref: "#/$defs/one" } },
      required: ["a"],
      $defs: { one: { $ref: "#/$defs/two" }, two: { type: "string", pattern: "^[a-z]{40}$" } },
    };
    const inputs = fc.sample(argumentArbitrary(fc, schema), 20);
    expect(inputs).toHaveLength(20);
  });

  const required = (a: JsonSchema) => ({ type: "object", properties: { a }, required: ["a"] }) as const;

  it.each<[JsonSchemaObject, string]>([
    [{ not: {} }, "at the root: must NOT be valid"],
    [required(false), "at /a: boolean schema is false"],
    [required({ type: "string", pattern: "^x", enum: ["y"] }), 'at /a: must match pattern "^x"'],
    [required({ type: "string", pattern: "^x$", format: "date" }), 'at /a: must match format "date"'],
    [required({ $ref: "#" }), "at /a/a/a"],
    [{ ...required({ $ref: "#" }), properties: { a: { $ref: "#" }, b: { $ref: "#" } }, required: ["a", "b"] }, "at /a/a/a"],
    [{ type: "object", required: ["b"], additionalProperties: false }, "at the root: must NOT have additional properties"],
  ])("reports that no value matches: %j", (schema, reason) => {
    const inputs = argumentArbitrary(fc, schema);
    expect(() => fc.sample(inputs, 1)).toThrow(`No value found that matches the schema ${reason}`);
    expect(() => fc.sample(inputs, 1)).toThrow("No value found");
  }, 30_000); // prettier-ignore

  it("reaches more than one input", () => {
    const inputs = fc.sample(argumentArbitrary(fc, fileRead.spec.inputSchema), 50);
    expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBeGreaterThan(20);
  });
});

describe("near misses", () => {
  it("differ from a valid input in one thing each, and are rejected", () => {
    const schema: JsonSchemaObject = {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1 },
        encoding: { enum: ["utf-8", "latin1"] },
        maxBytes: { type: "integer", minimum: 1 },
      },
      required: ["path"],
      additionalProperties: false,
    };
    const misses = nearMisses(schema, { path: "a" });
    const validate = compileSchema(schema);
    expect(misses.filter(({ input }) => validate(structuredClone(input)))).toEqual([]);
    expect(misses.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        "null",
        "the input as a string",
        "a parameter that does not exist",
        "without 'path'",
        "'path' is too short",
        "'encoding' is text",
        "'maxBytes' is too small",
        "'maxBytes' is a number",
      ]),
    );
  });
});

describe("real tools", () => {
  it("get inputs and near misses from their schemas", () => {
    const schemas = toolDefinitions("hard-tools")
      .map(({ inputSchema }) => inputSchema)
      .filter(({ type }) => type === "object");
    let served = 0;
    for (const schema of schemas) {
      try {
        const [input] = fc.sample(argumentArbitrary(fc, schema), 1);
        expect(nearMisses(schema, input as object).length).toBeGreaterThan(0);
        served++;
      } catch (error) {
        if (!String(error).includes("InvalidSchemaError")) throw error;
      }
    }
    expect(served).toBeGreaterThan(schemas.length - 5);
  });
});
