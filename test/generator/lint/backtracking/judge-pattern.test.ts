import { describe, expect, it } from "vitest";
import { judgePattern } from "../../../../generator/lint/backtracking/worst-steps.js";
import { CountingMatcher } from "./counting-matcher.js";
import { alphabet, randomNumbers, randomPattern, randomText, write, type Node } from "./random-pattern.js";

const patterns = 250;
const textsPerPattern = 60;
const longestText = 40;
const mostSteps = 5000;

interface Attack {
  readonly text: string;
  readonly steps: number;
}

/** Texts for which a matcher takes many steps: texts that lead into the pattern, and variations of the worst of them. */
function* attacks(pattern: Node, random: () => number): Iterable<Attack> {
  const letter = (): string => alphabet.charAt(Math.floor(random() * alphabet.length));
  const known: Attack[] = [];
  for (let count = 0; count < textsPerPattern; count++) {
    const base = known[Math.floor(random() * Math.min(4, known.length))]?.text ?? "";
    const [from, length] = [Math.floor(random() * base.length), 1 + Math.floor(random() * 3)];
    const pumped = base.slice(from, from + length).repeat(Math.floor(random() * 12));
    const varied = base.slice(0, from) + pumped + base.slice(from);
    const grown = count % 2 === 0 ? randomText(pattern, random) : varied;
    const text = grown.slice(0, longestText - 1) + (random() < 0.7 ? letter() : "");
    const matcher = new CountingMatcher(text, mostSteps);
    const found = matcher.test(pattern);
    if (found !== undefined && found !== new RegExp(write(pattern), "u").test(text))
      throw new Error(
        `The matcher of this test is wrong about ${write(pattern)} and ${JSON.stringify(text)}.`,
      );
    const attack = { text, steps: matcher.steps };
    known.push(attack);
    known.sort((one, other) => other.steps - one.steps);
    yield attack;
  }
}

describe("the bound of a pattern's steps", () => {
  it.each([1, 2])("is never below what a matcher takes, for random patterns and texts (seed %i)", (seed) => {
    const random = randomNumbers(seed);
    const tooLow: unknown[] = [];
    for (let count = 0; count < patterns; count++) {
      const pattern = randomPattern(random);
      const { bound } = judgePattern(write(pattern));
      if (bound === undefined) continue;
      for (const { text, steps } of attacks(pattern, random)) {
        if (bound(text.length) < Math.min(steps, mostSteps))
          tooLow.push([write(pattern), text, steps, bound(text.length)]);
      }
    }
    expect(tooLow).toEqual([]);
  });

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
    ["(?<=a+)b", 2],
    ["^a*a*a*b", 3],
    ["\\d*\\d*x", 3],
  ])("of %s grows with the power %i of the length", (pattern, growth) => {
    const { bound } = judgePattern(pattern);
    const factor = (bound?.(1_000_000) ?? 0) / (bound?.(100_000) ?? 0);
    expect(Math.round(Math.log10(factor))).toBe(growth);
  });

  it.each<[name: string, pattern: string]>([
    ["ten thousand letters", "a".repeat(10_000)],
    ["ten thousand alternatives", Array.from({ length: 10_000 }, (_, index) => `x${index}`).join("|")],
    ["a hundred nested quantifiers", `${"(?:".repeat(100)}a${"+)".repeat(100)}`],
    ["nested counted repetitions", "^(?:(?:(?:a{1,99}){1,99}){1,99}){1,99}$"],
    ["a counted repetition of what can be empty", "^(?:a?){1000,100000}$"],
    ["many lookbehinds", "(?<=(?<=(?<=(?<=a*)*)*)*)b"],
    ["a backreference to the group around it", "(?<name>(?<=\\k<name>a*))*$"],
    [
      "a class of ten thousand ranges",
      `^[${Array.from({ length: 10_000 }, (_, index) => `\\u{${(0x10000 + 3 * index).toString(16)}}`).join("")}]+$`,
    ],
  ])("is found or refused after bounded work for %s", (_, pattern) => {
    expect(judgePattern(pattern).work).toBeLessThan(40_000_000);
  });

  it.each([
    "^.{1,100000}$",
    "^[\\p{L}\\p{N}_-]{1,64}$",
    "^(?<year>\\d{4})-(?<month>\\d{2})$",
    "^[\\u{1F600}-\\u{1F64F}a-z]+$",
  ])("stays small for %s", (pattern) => {
    expect(judgePattern(pattern).bound?.(1_000_000)).toBeLessThan(10_000_000);
  });
});
