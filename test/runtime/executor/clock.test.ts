import { expect, it } from "vitest";
import { now } from "../../../runtime/executor/clock.js";

it("goes forward", () => {
  const before = now();
  expect(now()).toBeGreaterThanOrEqual(before);
});
