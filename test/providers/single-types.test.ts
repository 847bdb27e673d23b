import { describe, expect, it } from "vitest";
import { singleTypes } from "../../packages/providers/schema/single-types.js";

describe("singleTypes", () => {
  it("writes lists of types as alternatives, at every depth except inside values", () => {
    const split = singleTypes({
      type: "object",
      properties: {
        type: { type: ["string", "null"], description: "A name.", default: null },
        list: { type: "array", items: { type: ["integer", "string"], minimum: 1 } },
        free: { const: { type: ["a", "b"] } },
      },
    });
    expect(split).toEqual({
      type: "object",
      properties: {
        type: { description: "A name.", default: null, anyOf: [{ type: "string" }, { type: "null" }] },
        list: { type: "array", items: { minimum: 1, anyOf: [{ type: "integer" }, { type: "string" }] } },
        free: { const: { type: ["a", "b"] } },
      },
    });
  });

  it("gives an enum of strings the type of its values", () => {
    expect(singleTypes({ properties: { mode: { enum: ["a", "b"] }, mixed: { enum: ["a", 1] } } })).toEqual({
      properties: { mode: { type: "string", enum: ["a", "b"] }, mixed: { enum: ["a", 1] } },
    });
  });
});
