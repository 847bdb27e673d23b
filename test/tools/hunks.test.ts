import { applyPatch, type StructuredPatch } from "diff";
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { hunksOf } from "../../tools/support/file-change.js";

const header: Omit<StructuredPatch, "hunks"> = {
  oldFileName: "a",
  newFileName: "a",
  oldHeader: undefined,
  newHeader: undefined,
};

/** The original text after the hunks between the two texts are applied to it. */
function patched(original: string, modified: string): string | false {
  return applyPatch(original, { ...header, hunks: hunksOf(original, modified) ?? [] });
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}\n`);

describe("the hunks of a change", () => {
  it("are separate for changes that are far apart", () => {
    const lines = numbered("line", 1000);
    const modified = lines.with(10, "ten\n").with(900, "nine hundred\n").join("");
    expect(hunksOf(lines.join(""), modified)).toHaveLength(2);
  });

  it("are omitted when very many lines changed", () => {
    expect(hunksOf("\n".repeat(15_000), "a\n".repeat(15_000))).toBeUndefined();
  });

  it("turn one text into the other, with or without a final line break", () => {
    const some = array(constantFrom("a\n", "b\n", "\n", "c\r\n"), { maxLength: 8 });
    const end = constantFrom("", "end", "end\n", "\n");
    assert(
      property(some, some, end, end, (top, bottom, oldEnd, newEnd) => {
        const original = [...top, "x\n", ...bottom, oldEnd].join("");
        const modified = [...top, "y\n", ...bottom, newEnd].join("");
        expect(patched(original, modified)).toBe(modified);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["", "a\n".repeat(400)],
    ["a\n".repeat(400), ""],
    ["a\n".repeat(400), "b"],
  ])("turn one text into the other when all lines are added or removed: case %#", (original, modified) => {
    expect(patched(original, modified)).toBe(modified);
  });
});
