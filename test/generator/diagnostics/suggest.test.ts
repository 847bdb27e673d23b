import { describe, expect, it } from "vitest";
import { suggest, variantOf } from "../../../generator/diagnostics/suggest.js";

describe("a suggestion", () => {
  it("is the closest word", () => {
    expect(suggest("minLenght", ["maxLength", "minLength"])).toBe("minLength");
  });

  it.each([
    ["x", "y"],
    ["to", "cc"],
    ["bcc", "cc"],
    ["id", "it"],
  ])("excludes names of one or two letters: %s, %s", (word, candidate) => {
    expect(suggest(word, [candidate])).toBeUndefined();
  });

  it("includes a short name in another case", () => {
    expect(suggest("ID", ["it", "id"])).toBe("id");
  });
});

describe("another spelling", () => {
  it("differs only in case and separators", () => {
    expect(variantOf("Min_Length", ["minLength", "maxLength"])).toBe("minLength");
    expect(variantOf("minLenght", ["minLength"])).toBeUndefined();
  });

  it("is not suggested when it matches two names or is empty", () => {
    expect(variantOf("user-id", ["userId", "user_id"])).toBeUndefined();
    expect(variantOf("$", ["_"])).toBeUndefined();
  });
});
