import { afterEach, describe, expect, it, vi } from "vitest";
import { dateOf, now } from "../../../runtime/executor/clock.js";

afterEach(() => vi.unstubAllGlobals());

function stubPerformance(timeOrigin: number, time: number): void {
  vi.stubGlobal("performance", { timeOrigin, now: () => time });
}

describe("the clock of calls", () => {
  it("goes forward", () => {
    const before = now();
    expect(now()).toBeGreaterThanOrEqual(before);
  });

  it("tells dates in the order of their moments, whatever lies between two looks at it", () => {
    const moment = now();
    stubPerformance(1_000_000, 5_000);
    const first = dateOf(moment);
    stubPerformance(1_000_000, 4_990);
    expect(dateOf(moment + 1)).toBe(first + 1);
  });

  it("follows a test that turns the clocks", () => {
    const moment = now();
    stubPerformance(1_000_000, 5_000);
    const first = dateOf(moment);
    stubPerformance(9_000_000, 5_000);
    expect(dateOf(moment)).toBeGreaterThan(first + 7_000_000);
  });
});
