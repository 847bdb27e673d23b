import { describe, expect, it } from "vitest";
import { phraseKeyword } from "../../packages/providers/schema/phrase-keyword.js";

describe("a keyword in a description", () => {
  it("is followed by its value as JSON", () => {
    expect(phraseKeyword("minLength", 2)).toBe("minLength: 2");
    expect(phraseKeyword("not", { const: "a" })).toBe('not: {"const":"a"}');
    expect(phraseKeyword("uniqueItems", true)).toBe("uniqueItems");
  });

  it("has its value truncated when it is long", () => {
    expect(phraseKeyword("const", "a".repeat(1000))).toHaveLength("const: ".length + 401);
  });
});
