import { describe, expect, it } from "vitest";
import { changedLines, shortDiff } from "../../../generator/output/short-diff.js";

/** A file with a header, which is never compared. */
function file(header: string, ...lines: string[]): string {
  return [header, ...lines, ""].join("\n");
}

const letters = "abcdefghijklmnopqrstuvwxyz".split("");

describe("a difference", () => {
  it("shows each change separately, with the lines around it", () => {
    const changed = letters.map((letter) =>
      letter === "c" || letter === "x" ? letter.toUpperCase() : letter,
    );
    expect(shortDiff(file("old", ...letters), file("new", ...changed))).toEqual([
      "@@ line 3",
      "  b",
      "- c",
      "+ C",
      "  d",
      "@@ line 24",
      "  w",
      "- x",
      "+ X",
      "  y",
    ]);
  });

  it("is empty when only the header or line endings differ", () => {
    expect(shortDiff("old\r\na\r\nb", "new\na\nb")).toEqual([]);
  });

  it("is truncated after a number of lines or changes", () => {
    expect(shortDiff(file("", "a"), file("", "a", ...letters)).at(-1)).toBe("… 17 more lines");
    const words = letters.flatMap((letter) => [letter, `${letter}1`, `${letter}2`, `${letter}3`]);
    const shouted = words.map((word) => (word.length === 1 ? word.toUpperCase() : word));
    expect(shortDiff(file("", ...words), file("", ...shouted)).at(-1)).toBe("… and 20 more places");
  });

  it("lists every line of a large change", () => {
    const lines = (word: string): string[] => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`);
    const changed = changedLines(lines("a").join("\n"), lines("b").join("\n"));
    expect(changed).toHaveLength(6000);
    expect(changedLines(lines("a").join("\r\n"), lines("b").join("\r\n"))).toEqual(changed);
  });
});

it("lists the lines that differ", () => {
  expect(changedLines("a\nb\nc", "a\nB\nc\nd\n")).toEqual(["- b", "- c", "+ B", "+ c", "+ d"]);
  expect(changedLines("a\nb\n", "a\n")).toEqual(["- b"]);
});
