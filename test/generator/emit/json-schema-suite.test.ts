import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as helpers from "@toolkiln/runtime/codegen/v1";
import type { JsonSchema } from "@toolkiln/runtime";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { validatorCode } from "../../../generator/emit/validator/validator-code.js";

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

const remotes = Object.entries(read("remotes.json") as Record<string, JsonSchema>);

/** The drafts' own schemas, which some tests refer to. */
function metaSchemas(draft: string): [string, JsonSchema][] {
  const ajv = draft === "draft7" ? new Ajv() : new Ajv2020();
  return Object.entries(ajv.schemas).flatMap(([uri, entry]) =>
    typeof entry?.schema === "object" ? [[uri, entry.schema as JsonSchema]] : [],
  );
}

/** Documents outside of a draft's own folder are for all. */
function belongsTo(uri: string, draft: string): boolean {
  return uri.includes(`/${draft}/`) || !/\/draft[^/]*\//.test(uri);
}

/** What a schema is compiled as: a validator that tells errors, or one that says yes or no. */
type Use = "schemas" | "conditions";

/** The validator that is emitted for a schema; undefined when none can be. */
function emitted(schema: JsonSchema, draft: string, use: Use): ((data: unknown) => unknown) | undefined {
  const documents = JSON.stringify(schema).includes("$ref")
    ? [...metaSchemas(draft), ...remotes.filter(([uri]) => belongsTo(uri, draft))]
    : [];
  try {
    const {
      code,
      functions,
      helpers: names,
    } = validatorCode({
      schemas: {},
      [use]: { schema },
      documents: Object.fromEntries(documents),
    });
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
      const validate = emitted(typeof schema === "object" ? { ...dialect, ...schema } : schema, draft, use);
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

/** What Ajv itself passes when it looks at own properties only and checks formats. */
const passedByAjv: Readonly<Record<string, number>> = { "draft2020-12": 1226, draft7: 923 };

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
    expect(total - misses.length).toBeGreaterThanOrEqual(passedByAjv[draft] ?? Infinity);
  });
});
