import { describe, expect, it } from "vitest";
import { dateOf, isoText, now } from "../../../runtime/executor/clock.js";

describe("the monotonic clock", () => {
  it("goes forward", () => {
    const before = now();
    expect(now()).toBeGreaterThanOrEqual(before);
  });
});

describe("the date of an execution", () => {
  it("is the same object for the same millisecond", () => {
    expect(dateOf(1000)).toBe(dateOf(1000));
    expect(dateOf(1000)).not.toBe(dateOf(1001));
  });

  it("cannot be changed by one of its holders", () => {
    const date = dateOf(1000);
    expect(() => date.setTime(0)).toThrow("The dates of an execution are read-only.");
    expect(() => date.setUTCFullYear(1999)).toThrow(TypeError);
    expect(date.getTime()).toBe(1000);
  });

  it("is copied as an ordinary date", () => {
    const copy = structuredClone(dateOf(1000));
    expect(Object.getPrototypeOf(copy)).toBe(Date.prototype);
    copy.setTime(0);
    expect(new Date(dateOf(1000)).getTime()).toBe(1000);
  });

  it("has its ISO text, also after another date was made", () => {
    const date = dateOf(1000);
    expect(isoText(date)).toBe("1970-01-01T00:00:01.000Z");
    dateOf(2000);
    expect(isoText(date)).toBe("1970-01-01T00:00:01.000Z");
  });
});
