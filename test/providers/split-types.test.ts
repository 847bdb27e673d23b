import { describe, expect, it } from "vitest";
import { splitTypes } from "../../packages/providers/schema/split-types.js";

describe("splitTypes", () => {
  it("writes lists of types as alternatives, at every depth but in values", () => {
    const split = splitTypes({
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
});
