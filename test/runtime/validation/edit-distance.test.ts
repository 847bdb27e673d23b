import { editDistance, nearestName } from "@toolkiln/runtime/vocabulary";
import { describe, expect, it } from "vitest";

describe("the edit distance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["path", "path", 0],
    ["path", "paths", 1],
    ["path", "pat", 1],
    ["path", "pith", 1],
    ["path", "paht", 1],
    ["apth", "path", 1],
    ["abcd", "badc", 2],
    ["kitten", "sitting", 3],
  ])("from %j to %j is %i, and the same in reverse", (one, other, distance) => {
    expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance]);
  });
});

describe("the nearest name", () => {
  it("is the one that was mistyped", () => {
    expect(nearestName("paht", ["pants", "path"])).toBe("path");
  });

  it("is undefined when no name is close", () => {
    expect(nearestName("encoding", ["path", "size"])).toBeUndefined();
  });
});
