import { jsonSchema } from "@toolkiln/providers";
import { describe, expect, it } from "vitest";
import { toolOf } from "./case-tools.js";

describe("JSON Schema draft-07", () => {
  it("describes constraints that it has no keyword for, and reports them as lost", () => {
    const tool = toolOf("list", {
      properties: {
        list: { type: "array", description: "A list.", contains: { const: 1 }, maxContains: 2 },
      },
      unevaluatedProperties: false,
    });
    const { losses, schema } = jsonSchema.adapt(tool, { draft: "draft-07" });
    expect(losses.map(({ keyword, pointer }) => [keyword, pointer])).toEqual(
      expect.arrayContaining([
        ["unevaluatedProperties", ""],
        ["maxContains", "/properties/list"],
      ]),
    );
    expect(schema.description).toMatch(/^\(.+\)$/);
    expect(JSON.stringify(schema.properties?.["list"])).toContain("A list. (");
    expect(schema["$schema"]).toBeUndefined();
  });
});
