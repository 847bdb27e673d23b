import { applyPatch, type StructuredPatch } from "diff";
import { array, assert, boolean, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { hunksOf } from "../../tools/support/hunks.js";

const header: Omit<StructuredPatch, "hunks"> = {
  oldFileName: "a",
  newFileName: "a",
  oldHeader: undefined,
  newHeader: undefined,
};

/** What becomes of a text by the hunks between it and another one. */
function patched(original: string, modified: string): string | false {
  return applyPatch(original, { ...header, hunks: hunksOf(original, modified) ?? [] });
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}\n`);

describe("the hunks of a change", () => {
  it("are one for very many lines, without those that stay the same", () => {
    const [top, bottom] = [numbered("top", 10), numbered("bottom", 10)];
    const original = [...top, ...numbered("old", 4000), ...bottom].join("");
    const modified = [...top, ...numbered("new", 3000), ...bottom].join("");
    const hunks = hunksOf(original, modified) ?? [];
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({ oldStart: 8, oldLines: 4006, newStart: 8, newLines: 3006 });
    expect(hunks[0]?.lines.slice(2, 4)).toEqual([" top9", "-old0"]);
    expect(patched(original, modified)).toBe(modified);
  });

  it("are several for few lines", () => {
    const lines = numbered("line", 1000);
    const modified = lines.with(10, "ten\n").with(900, "nine hundred\n").join("");
    expect(hunksOf(lines.join(""), modified)).toHaveLength(2);
  });

  it("are left out for texts of very many lines", () => {
    expect(hunksOf("\n".repeat(15_000), "a\n".repeat(15_000))).toBeUndefined();
  });

  it("make the one text of the other, however many lines change and however the texts end", () => {
    const some = array(constantFrom("a\n", "b\n", "\n", "c\r\n"), { maxLength: 8 });
    const end = constantFrom("", "end", "end\n", "\n");
    assert(
      property(some, some, end, end, boolean(), (top, bottom, oldEnd, newEnd, isLarge) => {
        const [before, after] = isLarge ? [numbered("x", 300), numbered("y", 300)] : [["x\n"], ["y\n"]];
        const original = [...top, ...before, ...bottom, oldEnd].join("");
        const modified = [...top, ...after, ...bottom, newEnd].join("");
        expect(patched(original, modified)).toBe(modified);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["", "a\n".repeat(600)],
    ["a\n".repeat(600), ""],
    ["a\n".repeat(600), "b"],
  ])("know an empty text: %#", (original, modified) => {
    expect(patched(original, modified)).toBe(modified);
  });
});
