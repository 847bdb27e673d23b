import type { JsonSchemaObject } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { editableLine, readLine } from "../../packages/cli/run/ask-approval.js";

const root: JsonSchemaObject = { type: "object" };
const text: JsonSchemaObject = { type: "string" };

describe("a value as a line", () => {
  it.each([
    ["plain", "plain"],
    ["", '""'],
    ["a\nb\t", String.raw`"a\nb\t"`],
    ["\u202E\u001B[2J", String.raw`"\u202e\u001b[2J"`],
    [String.raw`\u{41}` + "\n", String.raw`"\\u{41}\n"`],
    [5, "5"],
    [{ a: ["\u200B"] }, String.raw`{"a":["\u200b"]}`],
    [undefined, ""],
  ])("%j is shown as it can be typed", (value, line) => {
    expect(editableLine(value)).toBe(line);
  });

  it.each([["plain"], ["••••"], ["a\nb"], ["\u202E"], [""], [5], [null], [{ a: [1] }], [undefined]])(
    "%j stays as it was when nobody changes it",
    (value) => {
      expect(readLine(editableLine(value), value, text, root)).toBe(value);
    },
  );

  it("is read back when it is changed", () => {
    expect(readLine(String.raw`"a\nc"`, "a\nb", text, root)).toBe("a\nc");
    expect(readLine("5", "4", text, root)).toBe("5");
    expect(readLine("5", "4\n", text, root)).toBe("5");
    expect(readLine("5", 4, { type: "integer" }, root)).toBe(5);
    expect(readLine('["b"]', ["a"], { type: "array", items: text }, root)).toEqual(["b"]);
    expect(readLine("", "a", text, root)).toBeUndefined();
  });
});
