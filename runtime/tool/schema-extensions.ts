import { overlapsAny, patternTo, pointerTo } from "../validation/json-pointer.js";
import type { JsonSchema } from "./json-schema.js";
import type { PathParameter, ToolSpec } from "./tool-spec.js";

/**
 * JSON pointers of the values that a schema marks as sensitive; `*` matches every item or map value. Returns `/*`,
 * every parameter, if the root is marked or a mark is in an unsupported place.
 */
export function sensitivePointers(schema: JsonSchema): readonly string[] {
  const found = marks(schema, "x-sensitive");
  return found?.flatMap(([pointer, , mark]) => (mark === true ? [pointer || "/*"] : [])) ?? ["/*"];
}

/** The path parameters of a schema; throws for marks in unsupported places. */
export function pathParameters(schema: JsonSchema): readonly PathParameter[] {
  const paths = marks(schema, "x-path");
  if (paths === undefined) throw new TypeError("`x-path` is not supported here: pass `paths` instead.");
  return paths.flatMap(([pointer, , path]) =>
    typeof path === "object" ? [{ within: "workspace" as const, ...path, pointer }] : [],
  );
}

/** Throws for features that need a manifest. Types also reject those that are keys of the definition. */
export function rejectManifestKeys(definition: { readonly id: string }, schema: JsonSchema): void {
  const keys = Object.keys(definition).filter((key) => /^(?:rules|inject|renamedParameters)$/.test(key));
  const places = marks(schema, "x-inject") ?? [["$ref"]];
  for (const key of [...keys, ...places.map(([pointer]) => `x-inject (${pointer})`)])
    throw new TypeError(`Tool '${definition.id}' needs a manifest to use ${key}.`);
}

/** Whether a parameter, or a part of it, is sensitive. */
export function isSensitiveParameter({ sensitive }: Pick<ToolSpec, "sensitive">, name: string): boolean {
  return overlapsAny(pointerTo("", name), sensitive);
}

/** Whether the value at this path is optional; false if the schema does not say. */
export function isOptional(schema: JsonSchema | undefined, names: readonly string[]): boolean {
  const parent = names.slice(0, -1).reduce(pointerTo, "");
  const isParent = (place: string): boolean =>
    place.split("/").length === names.length && overlapsAny(parent, [place]);
  const found = [...keywords(schema)].filter(([pointer]) => isParent(pointer));
  const requires = ([, key, value]: Keyword): boolean =>
    key === "$ref" || (key === "required" && Array.isArray(value) && value.includes(names.at(-1)));
  return found.length > 0 && !found.some(requires);
}

type Keyword = readonly [pointer: string, key: string, value: unknown];

/** The places of one of our keywords; undefined if one is behind a `$ref` or has no fixed pointer. */
function marks(schema: JsonSchema, keyword: string): readonly Keyword[] | undefined {
  const all = [...keywords(schema)];
  const others = all.filter(([, key]) => key !== keyword);
  if (JSON.stringify(others).includes(`"${keyword}":`)) return undefined;
  return all.filter(([, key]) => key === keyword);
}

/** The keywords of a schema and of its properties, items and alternatives, each with its place. */
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

/** The entries of any value, because schemas of other libraries may contain anything. */
function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value ?? {});
}
