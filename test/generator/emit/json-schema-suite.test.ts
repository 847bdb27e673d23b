import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as helpers from "@toolkiln/runtime/codegen/v1";
import type { JsonSchema } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { validatorCode } from "../../../generator/emit/validator/validator-code.js";
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

/** What a schema is compiled as: a validator that tells errors, or one that says yes or no. */
type Use = "schemas" | "conditions";

/** The validator that is emitted for a schema; undefined when none can be. */
function emitted(schema: JsonSchema, use: Use): ((data: unknown) => unknown) | undefined {
  try {
    const { code, functions, helpers: names } = validatorCode({ schemas: {}, [use]: { schema } });
    // oxlint-disable-next-line typescript/no-implied-eval -- emitted code is what is tested here
    const make = new Function(...names, `${code}\nreturn ${functions["schema"]};`);
    return make(...names.map((name) => Reflect.get(helpers, name) as unknown)) as (data: unknown) => unknown;
  } catch {
    return undefined;
  }
}

/** The tests that the emitted validators fail, as "keyword: group: test". */
function missesOf(draft: string, use: Use): { total: number; misses: string[] } {
  const misses: string[] = [];
  let total = 0;
  for (const [keyword, groups] of Object.entries(read(`${draft}.json`) as Record<string, Group[]>)) {
    for (const { description, schema, tests } of groups) {
      const dialect = draft === "draft7" ? { $schema: "http://json-schema.org/draft-07/schema#" } : {};
      if (refused.test(JSON.stringify(schema))) continue;
      const validate = emitted(
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

describe("the official test suite through emitted validators", () => {
  it.each([
    ["draft2020-12", "schemas"],
    ["draft2020-12", "conditions"],
    ["draft7", "schemas"],
    ["draft7", "conditions"],
  ] as const)("of %s has only the known misses, as %s", (draft, use) => {
    const { total, misses } = missesOf(draft, use);
    const known = (read("misses.json") as Record<string, Record<string, string[]>>)[draft] ?? {};
    expect(misses.toSorted()).toEqual(Object.values(known).flat().toSorted());
    expect(total).toBe(totals[draft]);
  });
});
