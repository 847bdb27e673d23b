import { expect, it } from "vitest";
import { analyzePattern } from "../../generator/lint/backtracking/step-bound.js";
import { Random } from "../generator/support/random.js";
import { CountingMatcher } from "./support/counting-matcher.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { alphabet, randomPattern, randomText, write, type Node } from "./support/random-pattern.js";

const textsPerPattern = 60;
const longestText = 40;
const mostSteps = 5000;

interface Attack {
  readonly text: string;
  readonly steps: number;
}

const word: Node = { kind: "set", source: "\\w", letters: "abc" };
const repeated = (body: Node): Node => ({ kind: "repeat", body, least: 1, most: Infinity, isLazy: false });
/** `(?:^\w+|\w[ab])+$`: the attempt at `^` and the later ones visit the same characters. */
const startInLoop: Node = {
  kind: "sequence",
  items: [
    repeated({
      kind: "choice",
      items: [
        { kind: "sequence", items: [{ kind: "assertion", source: "^" }, repeated(word)] },
        { kind: "sequence", items: [word, { kind: "set", source: "[ab]", letters: "ab" }] },
      ],
    }),
    { kind: "assertion", source: "$" },
  ],
};

/** Texts for which a matcher takes many steps: texts that lead into the pattern, and variations of the worst of them. */
function* attacks(pattern: Node, random: Random): Iterable<Attack> {
  const known: Attack[] = [];
  for (let count = 0; count < textsPerPattern; count++) {
    const base = known[random.integer(0, Math.min(4, known.length) - 1)]?.text ?? "";
    const [from, length] = [random.integer(0, base.length - 1), random.integer(1, 3)];
    const pumped = base.slice(from, from + length).repeat(random.integer(0, 11));
    const varied = base.slice(0, from) + pumped + base.slice(from);
    const grown = count % 2 === 0 ? randomText(pattern, () => random.next()) : varied;
    const text =
      grown.slice(0, longestText - 1) + (random.chance(0.7) ? random.pick(Array.from(alphabet)) : "");
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

it("computes a step limit that no match of a pattern exceeds", forLong, async () => {
  const findings = await fuzz({
    name: "patterns",
    inputs: 500,
    found: [{ pattern: startInLoop, attackSeed: 7 }],
    generate: (random) => ({
      pattern: randomPattern(() => random.next()),
      attackSeed: random.integer(1, 2 ** 31),
    }),
    check({ pattern, attackSeed }) {
      const { bound } = analyzePattern(write(pattern));
      if (bound === undefined) return undefined;
      for (const { text, steps } of attacks(pattern, new Random(attackSeed)))
        if (bound(text.length) < Math.min(steps, mostSteps)) return "the bound is below the steps";
      return undefined;
    },
  });
  expect(findings).toEqual([]);
});
