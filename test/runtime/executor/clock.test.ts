import { expect, it } from "vitest";
import { now } from "../../../runtime/executor/clock.js";

it("the executor's clock never goes backwards", () => {
  const before = now();
  expect(now()).toBeGreaterThanOrEqual(before);
});
