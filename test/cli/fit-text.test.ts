import { describe, expect, it } from "vitest";
import { breakText, clipLine, hangText, wrapText } from "../../packages/cli/fit-text.js";

describe("a text that has to fit", () => {
  it("is left alone where it does, and where there is no terminal", () => {
    const text = "a  text with  its own   spaces";
    for (const columns of [text.length, Infinity]) {
      expect(wrapText(text, columns)).toEqual([text]);
      expect(breakText(text, columns)).toEqual([text]);
      expect(clipLine(text, columns)).toBe(text);
    }
  });

  it("is wrapped between words, keeps its own lines, and breaks only what has no room in a line", () => {
    expect(wrapText("one two three four five\n\nsix", 13)).toEqual(["one two three", "four five", "", "six"]);
    expect(wrapText("a abcdefghijklmnopq b", 12)).toEqual(["a", "abcdefghijkl", "mnopq b"]);
  });

  it("loses no character where it is broken", () => {
    const text = "  a value   with spaces that count  ";
    expect(breakText(text, 14).join("")).toBe(text);
    expect(breakText(text, 14).every((line) => line.length <= 14)).toBe(true);
  });

  it("takes what may be wide for wide", () => {
    expect(breakText("漢字漢字漢字漢字", 12)).toEqual(["漢字漢字漢字", "漢字"]);
    expect(breakText("😀".repeat(8), 12)).toEqual(["😀".repeat(6), "😀".repeat(2)]);
    expect(clipLine("ünïcödé ████ • …", 16)).toBe("ünïcödé ████ • …");
  });

  it("is clipped with an ellipsis", () => {
    expect(clipLine("file-delete   high   file-system", 22)).toBe("file-delete   high…");
  });

  it("hangs below its first word", () => {
    expect(hangText("  ⚠ ", "one two three four five six", 18)).toBe("  ⚠ one two three\n    four five six");
  });
});
