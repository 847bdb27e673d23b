import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { emittedValidator, type Use } from "../support/emitted-validator.js";
import { loweredSchema } from "../support/lowered-schema.js";

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const folder = resolve(import.meta.dirname, "../../json-schema-test-suite");

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** Keywords and references that lint refuses in a manifest: schemas have no addresses, and nothing is fetched. */
const refused =
  /"\$(?:id|anchor|dynamicRef|dynamicAnchor|recursiveRef|vocabulary)":|"\$ref":"(?!#)|"\$ref":"#[^/"]/;

/** The validators that have to pass, by the name of what they are used for. */
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

/** The tests that the validators fail, as "keyword: group: test". */
function missesOf(draft: string, use: keyof typeof compilers): { total: number; misses: string[] } {
  const misses: string[] = [];
  let total = 0;
  for (const [keyword, groups] of Object.entries(read(`${draft}.json`) as Record<string, Group[]>)) {
    for (const { description, schema, tests } of groups) {
      const dialect = draft === "draft7" ? { $schema: "http://json-schema.org/draft-07/schema#" } : {};
      if (refused.test(JSON.stringify(schema))) continue;
      const validate = compiled(
        loweredSchema(typeof schema === "object" ? { ...dialect, ...schema } : schema),
        use,
      );
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
  }
  return { total, misses };
}

/** How many tests there are of what manifests may say, so that none is left out unnoticed. */
const totals: Readonly<Record<string, number>> = { "draft2020-12": 1161, draft7: 856 };

describe("the official test suite through our validators", () => {
  it.each([
    ["draft2020-12", "schemas"],
    ["draft2020-12", "conditions"],
    ["draft2020-12", "run-time"],
    ["draft7", "schemas"],
    ["draft7", "conditions"],
    ["draft7", "run-time"],
  ] as const)("of %s has only the known misses, as %s", (draft, use) => {
    const { total, misses } = missesOf(draft, use);
    const all = read("misses.json") as Record<string, Record<string, string[]>>;
    const known = { ...all[draft], ...all[use] };
    expect(misses.toSorted()).toEqual(Object.values(known).flat().toSorted());
    expect(total).toBe(totals[draft]);
  });
});
