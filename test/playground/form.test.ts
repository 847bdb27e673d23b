import { describe, expect, it } from "vitest";
import {
  matches,
  matchingVariant,
  resolveSchema,
  initialValue,
  shapeOf,
} from "../../packages/playground/page/form/schema-shape.js";

describe("the form of a schema", () => {
  const root = {
    $defs: {
      size: { type: "integer", minimum: 3 },
      node: { properties: { next: { $ref: "#/$defs/node" } } },
      loop: { $ref: "#/$defs/loop" },
    },
  } as const;

  it("follows references and merges `allOf`", () => {
    expect(resolveSchema({ $ref: "#/$defs/size", description: "How big." }, root)).toEqual({
      type: "integer",
      minimum: 3,
      description: "How big.",
    });
    const both = {
      allOf: [
        { properties: { a: true }, required: ["a"] },
        { properties: { b: true }, required: ["b"] },
      ],
    };
    expect(resolveSchema(both, root)).toEqual({ properties: { a: true, b: true }, required: ["a", "b"] });
  });

  it("stops at circular references", () => {
    expect(resolveSchema({ $ref: "#/$defs/loop" }, root)).toEqual({});
    expect(shapeOf(resolveSchema({ $ref: "#/$defs/node" }, root), root)).toEqual({ kind: "object" });
  });

  it.each([
    [{ const: 1 }, "choice"],
    [{ enum: ["a"] }, "choice"],
    [{ type: ["string", "null"] }, "union"],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, "union"],
    [{ type: "integer" }, "number"],
    [{ properties: {} }, "object"],
    [{ items: {} }, "array"],
    [{ type: "boolean" }, "choice"],
    [{ type: "object", additionalProperties: { type: "string" } }, "json"],
    [{ type: "object", additionalProperties: false }, "object"],
    [{}, "json"],
    [{ type: "object", properties: {}, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "object"],
  ] as const)("shows %j as a field of kind %s", (schema, kind) => {
    expect(shapeOf(schema, root).kind).toBe(kind);
  });

  it("finds the variant of a value, by its constant properties first", () => {
    const schema = {
      oneOf: [
        { type: "object", properties: { kind: { const: "circle" }, r: { type: "number" } } },
        { type: "object", properties: { kind: { const: "square" }, r: { type: "number" } } },
        { type: "string" },
      ],
    };
    const { variants = [] } = shapeOf(schema, root);
    expect(variants.map(({ label }) => label)).toEqual(['kind: "circle"', 'kind: "square"', "string"]);
    expect(matchingVariant(variants, { kind: "square", r: 1 }, root)).toBe(1);
    expect(matchingVariant(variants, "x", root)).toBe(2);
    const { variants: constants = [] } = shapeOf({ enum: ["a", 1] }, root);
    expect([1, "1"].map((value) => matchingVariant(constants, value, root))).toEqual([1, -1]);
  });

  it("sets only constant properties initially", () => {
    const schema = {
      type: "object",
      properties: { kind: { const: "a" }, name: { type: "string", default: "x" } },
    } as const;
    expect(initialValue(schema, root)).toEqual({ kind: "a" });
    expect(initialValue({ type: "string" }, root)).toBe("");
    expect(initialValue({ type: ["null", "string"] }, root)).toBeNull();
  });
});

it("matches pointers against patterns with wildcards", () => {
  expect(matches("/files/3/path", ["/files/*/path"])).toBe(true);
  expect(matches("/files/3", ["/files/*/path"])).toBe(false);
  expect(matches("/files")).toBe(false);
});
