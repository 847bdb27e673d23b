import { describe, expect, it } from "vitest";
import { textWidth } from "../../../generator/diagnostics/text-width.js";

describe("the width of text in a terminal", () => {
  it.each([
    ["", 0],
    ["plain text", 10],
    ["größer", 6],
    ["e\u0301", 1],
    ["日本語", 6],
    ["한국어", 6],
    ["ｆｕｌｌ", 8],
    ["👩‍👩‍👧", 2],
    ["❤️", 2],
    ["a\u200bb", 2],
  ])("counts the columns of %j", (text, columns) => expect(textWidth(text)).toBe(columns));
});
