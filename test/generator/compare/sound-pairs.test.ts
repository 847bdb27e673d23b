import { expect, it } from "vitest";
import { checkPairs } from "./sound-pairs.js";

it("never classifies a change as safe if a value refutes it", () => {
  const { refuted, safe, values } = checkPairs(400, 24);
  expect(refuted).toEqual([]);
  expect(safe).toBeGreaterThan(60);
  expect(values).toBeGreaterThan(200);
});
