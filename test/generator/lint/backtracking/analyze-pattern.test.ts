import { describe, expect, it } from "vitest";
import { analyzePattern } from "../../../../generator/lint/backtracking/step-bound.js";

describe("the maximum number of matching steps", () => {
  it.each<[pattern: string, growth: number]>([
    ["^[a-z]+$", 1],
    ["[a-z]+", 1],
    ["(^|/)\\.env", 1],
    ["^(?=.*[A-Z])(?=.*\\d).{8,}$", 1],
    ["^(?:(?!foo).)*$", 1],
    ["\\w+\\.txt$", 2],
    ["\\s+$", 2],
    ["^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$", 2],
    ["^(?:a{7})*(?:a{11})*$", 2],
    ["^a*a*a*b", 3],
    ["\\d*\\d*x", 3],
  ])("of %s grows with the input length to the power of %i", (pattern, growth) => {
    const { bound } = analyzePattern(pattern);
    const factor = (bound?.(1_000_000) ?? 0) / (bound?.(100_000) ?? 0);
    expect(Math.round(Math.log10(factor))).toBe(growth);
  });

  it.each<[name: string, pattern: string]>([
    ["ten thousand letters", "a".repeat(10_000)],
    ["ten thousand alternatives", Array.from({ length: 10_000 }, (_, index) => `x${index}`).join("|")],
    ["a hundred nested quantifiers", `${"(?:".repeat(100)}a${"+)".repeat(100)}`],
    ["nested counted repetitions", "^(?:(?:(?:a{1,99}){1,99}){1,99}){1,99}$"],
    ["a counted repetition of an optional letter", "^(?:a?){1000,100000}$"],
    ["many lookbehinds", "(?<=(?<=(?<=(?<=a*)*)*)*)b"],
    ["a backreference to the group around it", "(?<name>(?<=\\k<name>a*))*$"],
    [
      "a class of ten thousand ranges",
      `^[${Array.from({ length: 10_000 }, (_, index) => `\\u{${(0x10000 + 3 * index).toString(16)}}`).join("")}]+$`,
    ],
  ])("is computed, or given up, with bounded work for %s", (_, pattern) => {
    expect(analyzePattern(pattern).work).toBeLessThan(40_000_000);
  });

  it.each([
    "^.{1,100000}$",
    "^[\\p{L}\\p{N}_-]{1,64}$",
    "^(?<year>\\d{4})-(?<month>\\d{2})$",
    "^[\\u{1F600}-\\u{1F64F}a-z]+$",
  ])("stays small for %s", (pattern) => {
    expect(analyzePattern(pattern).bound?.(1_000_000)).toBeLessThan(10_000_000);
  });
});
