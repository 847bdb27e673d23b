import { getSerializedData, ToolResult } from "@toolkiln/runtime";
import { serializeData, toJsonValue } from "@toolkiln/runtime/json";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "../../../runtime/result/cut-text.js";
import { fitJson, writeJson } from "../../../runtime/result/json-text.js";

const json = (value: unknown): string => serializeData(value).text;
const loneSurrogate = /\p{Surrogate}/u;
const hostile = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  withObjectString: true,
  withUnicodeString: true,
  withBoxedValues: true,
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the encoding of data", () => {
  it("encodes null and undefined as an empty string", () => {
    expect(ToolResult.succeeded(null).getSerializedData()).toBe("");
    expect(ToolResult.succeeded().getSerializedData()).toBe("");
  });

  it.each<[string, unknown, string]>([
    ["plain data", { a: [1, "x", true, null] }, '{"a":[1,"x",true,null]}'],
    ["a BigInt", { a: 12345678901234567890n }, '{"a":"12345678901234567890"}'],
    ["NaN and the infinities", [Number.NaN, Infinity, -Infinity], '["NaN","Infinity","-Infinity"]'],
    ["undefined in a list and in an object", [undefined, { a: undefined }], "[null,{}]"],
    ["a function", { f: function go() {} }, '{"f":"[Function: go]"}'],
    ["a symbol", [Symbol("s")], '["Symbol(s)"]'],
    [
      "a Map",
      new Map<unknown, unknown>([
        [1, 2],
        ["a", { b: 3 }],
      ]),
      '[[1,2],["a",{"b":3}]]',
    ],
    ["a Set", new Set([1, "a"]), '[1,"a"]'],
    ["a Date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["an invalid Date", [new Date(Number.NaN)], '["Invalid Date"]'],
    ["a RegExp", [/a+/gi], '["/a+/gi"]'],
    ["an Error", new TypeError("bad", { cause: "secret" }), '{"name":"TypeError","message":"bad"}'],
    [
      "a system error",
      Object.assign(new Error("gone"), { code: "ENOENT" }),
      '{"name":"Error","message":"gone","code":"ENOENT"}',
    ],
    ["bytes", new Uint8Array([104, 105]), '"data:application/octet-stream;base64,aGk="'],
    ["a Buffer", Buffer.from("hi"), '"data:application/octet-stream;base64,aGk="'],
    ["an ArrayBuffer", new Uint8Array([104, 105]).buffer, '"data:application/octet-stream;base64,aGk="'],
    ["numbers in a typed array", new Float32Array([1.5, Number.NaN]), '[1.5,"NaN"]'],
    ["big integers in a typed array", new BigInt64Array([1n]), '["1"]'],
    ["boxed values", [Object(1), Object("a"), Object(false), Object(2n)], '[1,"a",false,"2"]'],
    ["a URL", new URL("https://example.org/a"), '"https://example.org/a"'],
    ["toJSON", { toJSON: () => ({ a: 1n }) }, '{"a":"1"}'],
    ["toJSON that gives undefined", [{ toJSON: () => undefined }], "[null]"],
    ["a promise and a weak map", [Promise.resolve(1), new WeakMap()], '["[Promise]","[WeakMap]"]'],
    ["a lone surrogate", "a\ud83d", '"a\\ud83d"'],
    ["a field named __proto__", JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ["a field named toJSON that is no function", { toJSON: 1 }, '{"toJSON":1}'],
  ])("encodes %s", (_, value, expected) => {
    expect(json(value)).toBe(expected);
  });

  it("encodes an instance as its fields", () => {
    class Point {
      x = 1;
      #secret = 2;
      sum(): number {
        return this.x + this.#secret;
      }
    }
    expect(json(new Point())).toBe('{"x":1}');
  });

  it("marks circular references, and repeats shared values", () => {
    const shared = { a: 1 };
    const circular: Record<string, unknown> = { one: shared, two: shared };
    circular["self"] = [circular];
    expect(json(circular)).toBe('{"one":{"a":1},"two":{"a":1},"self":["[Circular]"]}');
    const map = new Map<string, unknown>();
    map.set("self", map);
    expect(json(map)).toBe('[["self","[Circular]"]]');
  });

  it("marks unreadable values and encodes the rest", () => {
    const fail = (): never => {
      throw new Error("/home/secret");
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const list = new Proxy([1, 2], {
      get: (target, key) => (key === "1" ? fail() : Reflect.get(target, key)),
    });
    const data = {
      get getter() {
        return fail();
      },
      toJson: { toJSON: fail },
      proxy,
      keys: new Proxy({}, { ownKeys: fail }),
      list,
      length: new Proxy([1], {
        get: (target, key) => (key === "length" ? Symbol(key) : Reflect.get(target, key)),
      }),
      rest: 1,
    };
    expect(JSON.parse(json(data))).toEqual({
      getter: "[Unreadable]",
      toJson: "[Unreadable]",
      proxy: "[Unreadable]",
      keys: "[Unreadable]",
      list: [1, "[Unreadable]"],
      length: [],
      rest: 1,
    });
  });

  it("stops at 200 levels", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(json(deep)).toBe(`${"[".repeat(200)}"[Too deep]"${"]".repeat(200)}`);
    const endless = { toJSON: () => ({ next: endless }) };
    expect(json(endless)).toContain("[Circular]");
  });

  it("equals JSON.stringify for JSON values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(json([value])).toBe(JSON.stringify([value]));
      }),
    );
  });

  it("is valid JSON for any value, and never throws", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const { text } = serializeData([value], { maxLength: Infinity });
        expect(JSON.parse(text)).toEqual([toJsonValue(value)]);
      }),
      { numRuns: 500 },
    );
  });

  it("stops only once the limit is exceeded, also for text full of escapes", () => {
    const value = { text: '😀"\n'.repeat(1_000), list: ["\u0001".repeat(1_000), {}, [], true, -1.5, null] };
    const whole = JSON.stringify(value);
    for (const limit of [whole.length, whole.length + 1, 1e9])
      expect(writeJson(value, limit)).toEqual({ text: whole, length: whole.length });
    for (let limit = 0; limit < whole.length; limit += 13)
      expect(writeJson(value, limit).length).toBeGreaterThan(limit);
  });

  it("counts both keys when truncation makes them equal", () => {
    const value = { ["a".repeat(49)]: 1, ["a".repeat(1_000)]: 2 };
    for (let limit = 0; limit < 1_000; limit++) expect(writeJson(value, limit).length).toBeGreaterThan(limit);
  });

  it("survives the longest text with escapes only", () => {
    expect(json("\u0001".repeat(2 ** 26))).toContain("total over 10000000 chars");
  });
});

describe("truncation", () => {
  it("appends the total length to truncated text", () => {
    const result = ToolResult.succeeded("x".repeat(200));
    const text = getSerializedData(result, 100);
    expect(text).toHaveLength(100);
    expect(text).toMatch(/^"x+\.\.\. \[truncated, total 202 chars\]$/);
    expect(getSerializedData(ToolResult.succeeded("x".repeat(60_000)))).toHaveLength(50_000);
  });

  it("is reported in a field, not only in the text", () => {
    const imitation = "... [truncated, total 999 chars]";
    expect(serializeData(imitation)).toMatchObject({ truncated: false, text: `"${imitation}"` });
    expect(serializeData("x".repeat(99), { maxLength: 100 })).toMatchObject({
      truncated: true,
      totalLength: 101,
    });
  });

  const samples: { name: string; sample: unknown }[] = [
    { name: "emoji and marks", sample: "ab😀cd👩‍👩‍👧‍👦e\u0301\u0302 the family" },
    { name: "a list", sample: ["one", { two: [2, 22, 222] }, "three".repeat(20), null, 4n] },
    {
      name: "a nested object",
      sample: {
        path: "a.txt",
        content: 'línea\n"quoted"\u0000\n'.repeat(12),
        size: 240,
        rows: [{ a: 1 }, { a: 2 }, { a: 3 }],
      },
    },
    {
      name: "many fields",
      sample: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key${index}`, index])),
    },
    { name: "a number", sample: 1234567890 },
  ];

  it.each(samples)("keeps to every limit for $name", ({ sample }) => {
    const total = json(sample).length;
    for (let limit = 0; limit <= total + 2; limit++) {
      const { text, truncated, totalLength } = serializeData(sample, { maxLength: limit });
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(truncated).toBe(limit < total);
      expect(totalLength).toBe(total);
      expect(text).not.toMatch(loneSurrogate);
      const note = `... [truncated, total ${total} chars]`;
      expect(text.endsWith(note)).toBe(truncated && limit >= note.length);
    }
  });

  it.each(samples)("keeps valid JSON at every limit with `keepStructure`, for $name", ({ sample }) => {
    const total = json(sample).length;
    for (let limit = 0; limit <= total + 2; limit++) {
      const { text, truncated } = serializeData(sample, { maxLength: limit, keepStructure: true });
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(truncated).toBe(limit < total);
      expect(text).not.toMatch(loneSurrogate);
      expect(isJson(text)).toBe(limit >= (typeof sample === "number" ? total : 2));
    }
  });

  it("keeps to the limit and stays valid JSON for any value", () => {
    fc.assert(
      fc.property(hostile, fc.nat(300), (value, maxLength) => {
        expect(serializeData(value, { maxLength }).text.length).toBeLessThanOrEqual(maxLength);
        const { text } = serializeData(value, { maxLength, keepStructure: true });
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(text === "" || isJson(text)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("drops whole rows and reports how many", () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `row ${id}` }));
    const { text } = serializeData(
      { columns: [{ key: "id" }, { key: "name" }], rows },
      { maxLength: 500, keepStructure: true },
    );
    const data = JSON.parse(text) as { columns: unknown[]; rows: unknown[] };
    expect(data.columns).toHaveLength(2);
    const kept = data.rows.length - 1;
    expect(kept).toBeGreaterThan(8);
    expect(data.rows.slice(0, kept)).toEqual(rows.slice(0, kept));
    expect(data.rows.at(-1)).toBe(`... [truncated, ${1_000 - kept} of 1000 items dropped]`);
    expect(text.length).toBeGreaterThan(450);
  });

  it("keeps small fields of an object and divides the remaining limit among large ones", () => {
    const data = { path: "a.txt", content: "x".repeat(10_000), size: 10_000, notes: "y".repeat(10_000) };
    const fitted = JSON.parse(fitJson(data, 400)) as typeof data;
    expect(fitted).toMatchObject({ path: "a.txt", size: 10_000 });
    expect(fitted.content).toMatch(/^x{50,}\.\.\. \[truncated, total 10000 chars\]$/);
    expect(fitted.notes).toMatch(/^y{50,}\.\.\. \[truncated, total 10000 chars\]$/);
  });

  it("reports how many fields are missing", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, index]));
    const fitted = JSON.parse(fitJson(many, 200)) as Record<string, unknown>;
    const kept = Object.keys(fitted).length - 1;
    expect(kept).toBeGreaterThan(5);
    expect(fitted["..."]).toBe(`... [truncated, ${100 - kept} of 100 fields dropped]`);
  });

  it.each([
    ["ab😀", 3, "ab"],
    ["ab😀", 2, "ab"],
    ["e\u0301x", 1, ""],
    ["a👩‍👩‍👧‍👦", 5, "a"],
    ["🇩🇪🇫🇷", 6, "🇩🇪"],
    ["abc", 3, "abc"],
    ["abc", 0, ""],
  ])("cuts %j at %i between characters", (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });

  it("truncates long runs of combining marks without splitting a surrogate pair", () => {
    const stack = `😀${"\u{1d165}".repeat(500)}`;
    for (const length of [300, 301]) {
      const cut = cutText(stack, length);
      expect(cut).not.toMatch(loneSurrogate);
      expect(cut.length).toBeGreaterThan(250);
    }
  });

  it("truncates a field of the JSON form to 33,554,432 characters", () => {
    const { data, ...rest } = ToolResult.succeeded("x".repeat(2 ** 27), "Read").toJSON();
    expect(rest).toMatchObject({ success: true, kind: "structured", message: "Read", artifacts: [] });
    expect(data).toHaveLength(2 ** 25);
    expect(String(data).slice(-60)).toMatch(/x\.\.\. \[truncated, total over 33554432 chars\]$/);
  });

  it("does not build text that it would truncate", () => {
    const huge = serializeData("x".repeat(2 ** 28));
    expect(huge.text).toHaveLength(50_000);
    expect(huge.text).toContain("total over 10000000 chars");
    const sparse: unknown[] = [];
    sparse.length = 2 ** 30;
    expect(serializeData(sparse).text).toHaveLength(50_000);
    let doubling: unknown = "x";
    for (let level = 0; level < 100; level++) doubling = [doubling, doubling];
    expect(serializeData(doubling, { keepStructure: true }).text.length).toBeLessThanOrEqual(50_000);
    async function* endless() {
      for (;;) yield "x";
    }
    expect(json(endless())).toBe('"[AsyncGenerator]"');
    let read = 0;
    const counted = {
      toJSON() {
        read++;
        return "x".repeat(1000);
      },
    };
    expect(serializeData(Array.from({ length: 100_000 }, () => counted)).truncated).toBe(true);
    expect(read).toBeLessThan(20_000);
  });

  it("accepts any limit", () => {
    const data = "x".repeat(100);
    expect(serializeData(data, { maxLength: -5 }).text).toBe("");
    expect(serializeData(data, { maxLength: 50.9 }).text).toHaveLength(50);
    expect(serializeData(data, { maxLength: Number.NaN }).text).toHaveLength(102);
    expect(serializeData(data, { maxLength: Infinity }).text).toHaveLength(102);
  });
});
