import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaList, schemaMap } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { flatten, type Conjunction } from "./conjunction.js";
import type { Cover } from "./cover.js";
import type { Gap } from "./gap.js";

/** The gaps for lists. */
export function arrayGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
): Gap[] {
  const most = Math.min(
    ...narrow.map(({ maxItems }) => (typeof maxItems === "number" ? maxItems : Infinity)),
  );
  const fixed = Math.max(...[...narrow, part].map((schema) => schemaList(schema["prefixItems"]).length));
  const gaps: Gap[] = [];
  for (let position = 0; position <= fixed && position < most; position++) {
    const step = position < fixed ? ["prefixItems", position] : ["items"];
    const own = narrow.map((schema) => itemAt(schema, position));
    gaps.push(...cover.gaps(flatten(cover.narrowRoot, ...own), itemAt(part, position), [...path, ...step]));
  }
  const isUnique = most <= 1 || narrow.some((schema) => schema["uniqueItems"] === true);
  if (part["uniqueItems"] === true && !isUnique) gaps.push({ path, keyword: "uniqueItems" });
  return [...gaps, ...unevaluatedGaps(part, "unevaluatedItems", path)];
}

function itemAt(schema: JsonSchemaObject, position: number): unknown {
  return schemaList(schema["prefixItems"])[position] ?? schema.items ?? true;
}

/** Unevaluated parts depend on all sibling keywords, so only an identical schema is known to be equivalent. */
function unevaluatedGaps(part: JsonSchemaObject, keyword: string, path: ManifestPath): Gap[] {
  return (part[keyword] ?? true) === true ? [] : [{ path, keyword, undecided: true }];
}

/** The gaps for objects. */
export function objectGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
): Gap[] {
  const required = new Set(narrow.flatMap((schema) => schema.required ?? []));
  const demanded = (name?: string): Conjunction =>
    flatten(cover.narrowRoot, ...narrow.flatMap((schema) => demandsOf(schema, name)));
  const at = (name: string): ManifestPath => [...path, "properties", name];
  const properties = schemaMap(part.properties);
  const missing = (part.required ?? []).filter((name) => !required.has(name));
  return [
    ...missing.map((name) => ({ path: at(name), keyword: "required" })),
    ...properties.flatMap(([name, schema]) => cover.gaps(demanded(name), schema, at(name))),
    ...closingGaps(cover, narrow, part, path, demanded),
    ...unevaluatedGaps(part, "unevaluatedProperties", path),
  ];
}

/** The schemas of a property, or of unnamed properties. */
function demandsOf(schema: JsonSchemaObject, name?: string): readonly unknown[] {
  const { properties = {}, additionalProperties = true } = schema;
  if (name === undefined) return [additionalProperties];
  const named = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const matching = schemaMap(schema["patternProperties"]).filter(([pattern]) => matches(pattern, name));
  const own = [...named, ...matching.map(([, inner]) => inner)];
  return own.length > 0 ? own : [additionalProperties];
}

/** Gaps in properties that the wide schema does not name. */
function closingGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  { properties = {}, additionalProperties: wide = true, patternProperties }: JsonSchemaObject,
  path: ManifestPath,
  demanded: (name?: string) => Conjunction,
): readonly Gap[] {
  if (wide === true) return [];
  const known = schemaMap(patternProperties).map(([pattern]) => pattern);
  const isKnown = (name: string): boolean =>
    Object.hasOwn(properties, name) || known.some((pattern) => matches(pattern, name));
  const names = new Set(narrow.flatMap((schema) => Object.keys(schema.properties ?? {})));
  const patterns = narrow
    .flatMap((schema) => schemaMap(schema["patternProperties"]))
    .filter(([pattern]) => !known.includes(pattern));
  const unnamed = [demanded(), ...patterns.map(([, inner]) => flatten(cover.narrowRoot, inner))];
  const keyword = "additionalProperties";
  return [
    ...[...names]
      .filter((name) => !isKnown(name))
      .flatMap((name) => cover.gaps(demanded(name), wide, [...path, "properties", name])),
    ...unnamed.flatMap((inner) =>
      cover
        .gaps(inner, wide, [...path, keyword])
        .map((gap) => (gap.keyword === "false" ? { path, keyword } : gap)),
    ),
  ];
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
