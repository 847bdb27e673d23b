import { toJsonValue } from "@toolkiln/runtime/json";
import { assert, jsonValue, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainData } from "../../packages/mcp/call/plain-data.js";

const circular: Record<string, unknown> = { name: "ring" };
circular["self"] = circular;
circular["again"] = circular;

describe("plain data", () => {
  it("is data that a JSON round trip preserves", () => {
    const isKept = property(jsonValue({ maxDepth: 6 }), (data) => {
      expect(isPlainData(data, 50_000)).toBe(true);
      // As text, because JSON has no negative zero.
      expect(JSON.stringify(data)).toBe(JSON.stringify(toJsonValue(data)));
    });
    assert(isKept, { numRuns: 100 });
    expect(isPlainData({ list: [1, null], left: undefined }, 100)).toBe(true);
  });

  it("stays within a limit, also with escaped characters", () => {
    expect(isPlainData({ text: "a".repeat(10) }, 1000)).toBe(true);
    expect(isPlainData({ text: "\u0000".repeat(10) }, 60)).toBe(false);
    expect(isPlainData({ text: "a" }, Number.NaN)).toBe(false);
  });

  it.each([
    ["a date", { at: new Date(0) }],
    ["a map", { map: new Map([[1, 2]]) }],
    ["bytes", { bytes: new Uint8Array(2) }],
    ["an instance of a class", { url: new URL("https://example.com") }],
    ["words of its own", { money: { toJSON: () => "5 EUR" } }],
    ["a list with words of its own", { list: Object.assign([1], { toJSON: () => "5 EUR" }) }],
    ["a name of its own", { odd: { [Symbol.toStringTag]: "Odd" } }],
    ["a big number", { count: 1n }],
    ["no number", { ratio: Number.NaN }],
    ["a function", { call: () => 1 }],
    ["a ring", circular],
    ["a missing item", { list: [undefined, 1] }],
    [
      "a getter that throws",
      {
        get secret() {
          throw new Error("no");
        },
      },
    ],
  ])("does not include %s", (_, data) => {
    expect(isPlainData(data, 50_000)).toBe(false);
  });

  it("is recognised in linear time, even if objects share references", () => {
    let shared: unknown = 1;
    for (let level = 0; level < 32; level++) shared = level % 2 ? [shared, shared] : { a: shared, b: shared };
    expect(isPlainData(shared, 50_000)).toBe(false);
  });
});
