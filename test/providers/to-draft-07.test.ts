import { describe, expect, it } from "vitest";
import { toDraft07 } from "../../packages/providers/relay/to-draft-07.js";
import type { Loss } from "../../packages/providers/written-schema.js";

describe("toDraft07", () => {
  it("says in the description what draft-07 has no keyword for, and reports it", () => {
    const losses: Loss[] = [];
    const sent = toDraft07(
      {
        type: "object",
        properties: {
          list: { type: "array", description: "A list.", contains: { const: 1 }, maxContains: 2 },
        },
        unevaluatedProperties: false,
      },
      losses,
    );
    expect(losses.map(({ keyword, pointer }) => [keyword, pointer])).toEqual(
      expect.arrayContaining([
        ["unevaluatedProperties", ""],
        ["maxContains", "/properties/list"],
      ]),
    );
    expect(sent.description).toMatch(/^\(.+\)$/);
    expect(JSON.stringify(sent.properties?.["list"])).toContain("A list. (");
    expect(sent["$schema"]).toBeUndefined();
  });
});
