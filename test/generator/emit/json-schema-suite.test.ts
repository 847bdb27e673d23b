import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { emittedValidator, type Use } from "../support/emitted-validator.js";
import { loweredSchema } from "../support/lowered-schema.js";
import { readSuiteFile, suiteGroups } from "../support/official-suite.js";
import { judgeTypes } from "../support/type-truth.js";

/** The validators that must pass the suite, by their use. */
const compilers: Record<Use | "run-time", (schema: JsonSchema) => (data: unknown) => unknown> = {
  schemas: (schema) => emittedValidator(schema, "schemas"),
  conditions: (schema) => emittedValidator(schema, "conditions"),
  "run-time": compileSchema,
};

/** The validator of a schema; undefined when none can be compiled. */
function compiled(schema: JsonSchema, use: keyof typeof compilers): ((data: unknown) => unknown) | undefined {
  try {
    return compilers[use](schema);
  } catch {
    return undefined;
  }
}

type Draft = Parameters<typeof suiteGroups>[0];

/** The tests that the validators fail, as "keyword: group: test". */
function missesOf(draft: Draft, use: keyof typeof compilers): { total: number; misses: string[] } {
  const misses: string[] = [];
  let total = 0;
  for (const { keyword, description, schema, tests } of suiteGroups(draft)) {
    const validate = compiled(loweredSchema(schema), use);
    for (const test of tests) {
      total++;
      let outcome: unknown;
      try {
        outcome = validate?.(test.data);
      } catch (error) {
        outcome = error;
      }
      if (outcome !== test.valid) misses.push(`${keyword}: ${description}: ${test.description}`);
    }
  }
  return { total, misses };
}

/** The number of tests whose schemas are allowed in manifests, so that none is skipped unnoticed. */
const totals: Readonly<Record<string, number>> = { "draft2020-12": 1161, draft7: 856 };

describe("the official test suite with our validators", () => {
  it.each([
    ["draft2020-12", "schemas"],
    ["draft2020-12", "conditions"],
    ["draft2020-12", "run-time"],
    ["draft7", "schemas"],
    ["draft7", "conditions"],
    ["draft7", "run-time"],
  ] as const)("passes for %s compiled as %s, except for known failures", (draft, use) => {
    const { total, misses } = missesOf(draft, use);
    const all = readSuiteFile("misses.json") as Record<string, Record<string, string[]>>;
    const known = { ...all[draft], ...all[use] };
    expect(misses.toSorted()).toEqual(Object.values(known).flat().toSorted());
    expect(total).toBe(totals[draft]);
  });
});

describe("the official test suite with our types", () => {
  it.each([
    ["draft2020-12", { valid: 696, broken: 465, missed: 231 }],
    ["draft7", { valid: 515, broken: 341, missed: 148 }],
  ] as const)("compiles all valid values of %s", async (draft, counts) => {
    const cases = suiteGroups(draft).map(({ schema, tests }) => ({ schema, values: tests }));
    const { faulty, valid, refused, broken, missed } = await judgeTypes(cases);
    expect(faulty).toEqual([]);
    // TypeScript rejects this value because `{}` inherits a `toString` of another type.
    expect(refused).toEqual([expect.stringMatching(/"toString":.* = \{\};$/)]);
    expect({ valid, broken, missed: missed.length }).toEqual(counts);
  });
});
