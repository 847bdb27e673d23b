import { patternTo } from "../validation/pointer-pattern.js";
import type { JsonSchema } from "./json-schema.js";
import type { PathParameter } from "./tool-spec.js";

/**
 * JSON pointers of the places that a schema marks as sensitive; `*` stands for every item or map value. Parameters that
 * are sensitive as a whole are so one by one, and all of them are when a mark is out of sight.
 */
export function sensitivePointers(schema: JsonSchema): readonly string[] {
  return (
    marks(schema, "x-sensitive")?.flatMap(([pointer, , mark]) =>
      mark === true ? [pointer || "/*"] : [],
    ) ?? ["/*"]
  );
}

/** The places that a schema marks as paths; throws when a mark is out of sight. */
export function pathParameters(schema: JsonSchema): readonly PathParameter[] {
  const paths = marks(schema, "x-path");
  if (paths === undefined) throw new TypeError("`x-path` is not seen behind `$ref`: give `paths` instead.");
  return paths.flatMap(([pointer, , path]) =>
    typeof path === "object" ? [{ within: "workspace" as const, ...path, pointer }] : [],
  );
}

type Keyword = readonly [pointer: string, key: string, value: unknown];

/**
 * The places where a keyword of ours stands; undefined when it also stands out of sight: behind a `$ref`, which may lead
 * back to where it comes from, or in schemas that speak of no place of their own.
 */
function marks(schema: JsonSchema, keyword: string): readonly Keyword[] | undefined {
  const all = [...keywords(schema)];
  const others = all.filter(([, key]) => key !== keyword);
  if (JSON.stringify(others).includes(`"${keyword}":`)) return undefined;
  return all.filter(([, key]) => key === keyword);
}

/** What a schema says of every place, alternatives included, but for the keywords that lead from place to place. */
function* keywords(schema: unknown, pointer = ""): Iterable<Keyword> {
  for (const [key, value] of entriesOf(schema)) {
    if (key === "properties") {
      for (const [name, property] of entriesOf(value)) yield* keywords(property, patternTo(pointer, name));
    } else if (key === "items" || key === "additionalProperties") yield* keywords(value, `${pointer}/*`);
    else if (/^(?:any|one|all)Of$/.test(key)) {
      for (const [, alternative] of entriesOf(value)) yield* keywords(alternative, pointer);
    } else yield [pointer, key, value];
  }
}

/** What is in an object or a list, and in nothing: a schema from elsewhere may hold anything. */
function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value ?? {});
}
