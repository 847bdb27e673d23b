import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonSchema } from "@toolkiln/runtime";

/** A schema of the official test suite, with values that it allows or does not. */
export interface SuiteGroup {
  readonly keyword: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const folder = resolve(import.meta.dirname, "../../json-schema-test-suite");

/** Keywords and references that lint rejects in a manifest: schemas have no `$id`, and nothing is fetched. */
const refused =
  /"\$(?:id|anchor|dynamicRef|dynamicAnchor|recursiveRef|vocabulary)":|"\$ref":"(?!#)|"\$ref":"#[^/"]/;

/** A file of the suite's folder. */
export function readSuiteFile(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** The schemas of a draft that a manifest may have, each with the dialect it is written in. */
export function suiteGroups(draft: "draft2020-12" | "draft7"): SuiteGroup[] {
  const files = readSuiteFile(`${draft}.json`) as Record<string, Omit<SuiteGroup, "keyword">[]>;
  const dialect = draft === "draft7" ? { $schema: "http://json-schema.org/draft-07/schema#" } : {};
  return Object.entries(files).flatMap(([keyword, groups]) =>
    groups
      .filter(({ schema }) => !refused.test(JSON.stringify(schema)))
      .map(({ schema, ...group }) => ({
        ...group,
        keyword,
        schema: typeof schema === "object" ? { ...dialect, ...schema } : schema,
      })),
  );
}
