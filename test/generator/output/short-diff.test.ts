import { describe, expect, it } from "vitest";
import { lineChanges } from "../../../generator/output/line-changes.js";
import { countChangedLines, shortDiff } from "../../../generator/output/short-diff.js";

/** A file with a header, which is never compared. */
function file(header: string, ...lines: string[]): string {
  return [header, ...lines].join("\n");
}

const letters = "abcdefghijklmnopqrstuvwxyz".split("");

describe("a difference", () => {
  it("shows each change separately, with the line before it", () => {
    const changed = letters.map((letter) =>
      letter === "c" || letter === "x" ? letter.toUpperCase() : letter,
    );
    expect(shortDiff(file("old", ...letters), file("new", ...changed))).toEqual([
      "@@ line 4",
      "  b",
      "- c",
      "+ C",
      "@@ line 25",
      "  w",
      "- x",
      "+ X",
    ]);
  });

  it("is empty when only the header or line endings differ", () => {
    expect(shortDiff("old\r\na\r\nb", "new\na\nb")).toEqual([]);
    expect(countChangedLines("old\na", "new\na")).toBe(0);
  });

  it("is truncated after some lines and some changes", () => {
    expect(shortDiff(file("", "a"), file("", "a", ...letters)).at(-1)).toBe("+ … 22 more");
    const shouted = letters.map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter));
    expect(shortDiff(file("", ...letters), file("", ...shouted)).at(-1)).toBe("… and 7 more places");
  });

  it("shows the differing part of long lines", () => {
    const long = (end: string): string => `${"x".repeat(500)}${end}${"y".repeat(500)}`;
    const lines = shortDiff(file("", long("one")), file("", long("two")), 60);
    expect(lines[1]).toMatch(/^- …x{19,}oney+…$/);
    expect(lines[2]).toMatch(/^\+ …x{19,}twoy+…$/);
    expect(lines.every((line) => line.length <= 60)).toBe(true);
  });
});

describe("line changes", () => {
  it("convert one text to the other", () => {
    const apply = (before: readonly string[], after: readonly string[]): string[] => {
      const result = [...before];
      for (const { start, removed, added } of lineChanges(before, after).toReversed())
        result.splice(start, removed.length, ...added);
      return result;
    };
    const words = (text: string): string[] => text.split("");
    for (const [before = "", after = ""] of [
      ["", "abc"],
      ["abc", ""],
      ["abcabba", "cbabac"],
      ["kitten", "sitting"],
      ["same", "same"],
    ])
      expect(apply(words(before), words(after)).join("")).toBe(after);
  });

  it("are minimal", () => {
    const changes = lineChanges("abcdef".split(""), "abXdeYf".split(""));
    expect(changes).toEqual([
      { start: 2, removed: ["c"], added: ["X"] },
      { start: 5, removed: [], added: ["Y"] },
    ]);
  });
});
