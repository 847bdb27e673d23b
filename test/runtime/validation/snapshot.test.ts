import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { describe, expect, it } from "vitest";
import { fileRead } from "../../../generated/tools/file-read.js";
import { snapshot } from "../../../runtime/validation/snapshot.js";

describe("the snapshot of an input", () => {
  it("reads every property once", async () => {
    let reads = 0;
    const shifty = {
      get path() {
        return reads++ === 0 ? "a.txt" : "../../etc/passwd";
      },
    };
    expect(await fileRead.checkInput(shifty)).toMatchObject({ valid: true, params: { path: "a.txt" } });
    expect(reads).toBe(1);
  });

  it("does not change the caller's object, frozen or not", async () => {
    const frozen = Object.freeze({ path: "a.txt" });
    expect(await fileRead.checkInput(frozen)).toMatchObject({ params: { path: "a.txt", encoding: "utf-8" } });
    const plain = { path: "a.txt" };
    await fileRead.checkInput(plain);
    expect(plain).toEqual({ path: "a.txt" });
  });

  it("reports getters and proxies that throw", async () => {
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error("secret of the outside"); } }); // prettier-ignore
    const check = await fileRead.checkInput(hostile);
    expect(check).toEqual({
      valid: false,
      errors: [{ parameterName: "", message: "The input could not be read.", errorCode: "unreadable_input" }],
    });
  });

  it("drops properties that are undefined", () => {
    expect(Object.keys(snapshot({ a: 1, b: undefined }) as object)).toEqual(["a"]);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["a"] = cyclic["b"] = cyclic;
  let shared: unknown = 1;
  for (let level = 0; level < 60; level++) shared = { a: shared, b: shared };
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`) as unknown;

  it.each([
    ["a cycle", cyclic, "nested more than 64"],
    ["5,000 levels", deep, "nested more than 64"],
    ["one object shared 2^60 times", shared, "more than 250000 values"],
    ["a sparse array of a billion", { a: Object.assign([], { length: 1e9 }) }, "more than 250000 values"],
    [
      "too many properties",
      { a: Array.from({ length: 300 }, () => Array.from({ length: 1000 }, () => 1)) },
      "values",
    ],
    ["too much text", { a: "x".repeat(inputLimits.characters + 1) }, "characters of text"],
    ["too much text in names", { ["x".repeat(inputLimits.characters + 1)]: 1 }, "characters of text"],
    ["a function", { a: () => 1 }, "contains a function"],
    ["a bigint", { a: [1n] }, "contains a bigint"],
    ["an own __proto__", JSON.parse('{"__proto__":{"isAdmin":true}}'), "'__proto__'"],
    ["an own __proto__ below", JSON.parse('{"a":[{"__proto__":1}]}'), "'__proto__'"],
  ])("refuses %s", (_, input, message) => {
    expect(() => snapshot(input)).toThrow(message);
  });
});
