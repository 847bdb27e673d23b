import { expect, it } from "vitest";
import { checkPairs } from "../../../generator/compare/sound-pairs.js";

it("never classifies a change as safe if a value refutes it, in 24,000 pairs", { timeout: 900_000 }, () => {
  const { refuted, pairs, safe, undecided, values } = checkPairs(24_000, 7);
  process.stderr.write(`${pairs} pairs, ${safe} safe, ${undecided} undecided, ${values} values tried\n`);
  expect(refuted).toEqual([]);
  expect(values).toBeGreaterThan(20_000);
});
