import { toJsonValue } from "@toolkiln/runtime/json";
import { assert, dictionary, jsonValue, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { copyPlainData } from "../../packages/mcp/call/plain-data.js";

const circular: Record<string, unknown> = { name: "ring" };
circular["self"] = circular;
circular["again"] = circular;

describe("plain data", () => {
  it("is copied like a JSON round trip", () => {
    const objects = dictionary(string(), jsonValue({ maxDepth: 6 }), { maxKeys: 8 });
    const isCopied = property(objects, (data) => {
      expect(copyPlainData(data)).toStrictEqual(toJsonValue(data));
    });
    assert(isCopied, { numRuns: 100 });
    const hole = { list: [undefined, 1], left: undefined };
    expect(copyPlainData(hole)).toStrictEqual(toJsonValue(hole));
    const key = JSON.parse('{ "__proto__": { "a": 1 } }') as object;
    expect(JSON.stringify(copyPlainData(key))).toBe(JSON.stringify(toJsonValue(key)));
  });

  it("shares no objects with the tool's data", () => {
    const data = { list: [{ a: 1 }], left: undefined };
    const copy = copyPlainData(data);
    data.list.push({ a: 2 });
    expect(copy).toStrictEqual({ list: [{ a: 1 }] });
  });

  it("stays within a limit, also with escaped characters", () => {
    expect(copyPlainData({ text: "a".repeat(10) }, 1000)).toEqual({ text: "a".repeat(10) });
    expect(copyPlainData({ text: "\u0000".repeat(10) }, 60)).toBeUndefined();
    expect(copyPlainData({ text: "a" }, Number.NaN)).toBeUndefined();
  });

  it.each([
    ["a date", { at: new Date(0) }],
    ["a map", { map: new Map([[1, 2]]) }],
    ["bytes", { bytes: new Uint8Array(2) }],
    ["an instance of a class", { url: new URL("https://example.com") }],
    ["words of its own", { money: { toJSON: () => "5 EUR" } }],
    ["a name of its own", { odd: { [Symbol.toStringTag]: "Odd" } }],
    ["a big number", { count: 1n }],
    ["no number", { ratio: Number.NaN }],
    ["a function", { call: () => 1 }],
    ["a ring", circular],
    ["a list at the top", [1]],
    [
      "a getter that throws",
      {
        get secret() {
          throw new Error("no");
        },
      },
    ],
  ])("is not what holds %s", (_, data) => {
    expect(copyPlainData(data)).toBeUndefined();
  });
});
