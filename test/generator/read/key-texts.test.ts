import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyFixes } from "../../../generator/diagnostics/apply-fixes.js";
import { exampleFiles } from "../support/example-files.js";
import { diagnosticsOf } from "../support/manifests.js";
import { Random } from "../support/random.js";

const fragments = [
  ..."0 1 2 3 4 5 6 7 8 9 . + - _ e E x X o a b f".split(" "),
  "null",
  "Null",
  "true",
  "FALSE",
  "yes",
  "~",
  ".inf",
  ".nan",
  "0x",
];

/** Random words to use as unquoted keys. */
function randomKeys(count: number): string[] {
  const random = new Random(5);
  const made = Array.from({ length: count }, () =>
    Array.from({ length: random.integer(1, 3) }, () => random.pick(fragments)).join(""),
  );
  return [...new Set([...fragments, ...made])].filter((key) => !/^-$|^(<<|__proto__)$/.test(key));
}

const example = (keys: readonly string[]): string =>
  [
    "schema:",
    "  properties:",
    ...keys.map((key) => `    ${key}: { type: string, description: A text. }`),
  ].join("\n");

describe("an unquoted key", () => {
  it("is reported exactly if YAML does not parse it as a string", async () => {
    const keys = randomKeys(300);
    const found = (await diagnosticsOf(example(keys))).filter(({ code }) => code === "TK1013");
    const warned = found.map(({ message }) => /`(.*)`/.exec(message)?.[1]);
    const expected = keys.filter((key) => typeof parse(key, { version: "1.2" }) !== "string");
    expect(expected.length).toBeGreaterThan(40);
    expect(expected.length).toBeLessThan(keys.length - 50);
    expect(new Set(warned)).toEqual(new Set(expected));
  });

  it("is a string after the fix", async () => {
    const before = example(["1", "null", "true", "~", "0x1F", "name"]);
    const fixes = (await diagnosticsOf(before)).flatMap(({ code, fix }) =>
      code === "TK1013" && fix !== undefined ? [fix] : [],
    );
    const [file] = exampleFiles(before).values();
    const fixed = applyFixes(new TextDecoder().decode(file), fixes).text;
    for (const key of ["1", "null", "true", "~", "0x1F"]) expect(fixed).toContain(`    "${key}": {`);
  });
});
