import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaList } from "../json-schema/schema-values.js";
import { isJsonObject } from "../values/json-object.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey } from "../values/json-key.js";
import { literals, partsOf } from "./cases.js";

/** A schema difference that does not change the accepted values, or that has its own code. */
export interface SchemaNote {
  readonly kind: "removed" | "added" | "text" | "order" | "example";
  readonly path: ManifestPath;
  readonly keyword: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const texts = ["description", "title", "deprecated", "x-use-instead"];
const examples = ["default", "examples"];

/** Walks two schemas in parallel; notes added and removed properties, and changes of text and order. */
export function schemaNotes(before: JsonSchemaObject, after: JsonSchemaObject): readonly SchemaNote[] {
  const notes: SchemaNote[] = [];
  const seen = new Set<string>();
  const numbers = new Map<unknown, number>();
  const numberOf = (schema: unknown): number => {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  };
  const visit = (ones: readonly unknown[], others: readonly unknown[], path: ManifestPath): void => {
    const [old, now] = [partsOf(before, ...ones), partsOf(after, ...others)];
    const key = [...old, "|", ...now].map(numberOf).join(" ");
    if (seen.has(key)) return;
    seen.add(key);
    notes.push(...textNotes(old, now, path), ...orderNotes(old, now, path));
    const [former, current] = [propertiesOf(old), propertiesOf(now)];
    for (const [name, property] of former) {
      const at = [...path, "properties", name];
      const same = current.get(name);
      if (same === undefined) notes.push({ kind: "removed", path: at, keyword: "properties" });
      else visit(property, same, at);
    }
    for (const name of current.keys())
      if (!former.has(name))
        notes.push({ kind: "added", path: [...path, "properties", name], keyword: "properties" });
    for (const keyword of ["items", "additionalProperties"]) {
      const [left, right] = [old, now].map((schemas) =>
        schemas.map((schema) => schema[keyword]).find(isJsonObject),
      );
      if (left && right) visit([left], [right], [...path, keyword]);
    }
    for (const keyword of ["anyOf", "oneOf", "prefixItems"]) {
      const [left = [], right = []] = [old, now].map((schemas) =>
        schemas.flatMap((schema) => schemaList(schema[keyword])),
      );
      if (left.length === right.length)
        pair(left, right).forEach(([a, b], index) => visit([a], [b], [...path, keyword, index]));
    }
  };
  visit([before], [after], []);
  return notes;
}

/** Pairs equal alternatives first, the others by position. */
function pair(left: readonly unknown[], right: readonly unknown[]): (readonly [unknown, unknown])[] {
  const unpaired = new Map(right.map((schema, index) => [index, schema]));
  return left.map((schema, index) => {
    const text = jsonKey(schema);
    const [place = index] = [...unpaired].find(([, other]) => jsonKey(other) === text) ?? [];
    const other = unpaired.get(place) ?? schema;
    unpaired.delete(place);
    return [schema, other];
  });
}

/** The schemas of each property, in order of appearance. */
function propertiesOf(schemas: readonly JsonSchemaObject[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { properties = {} } of schemas)
    for (const [name, schema] of Object.entries(properties))
      found.set(name, [...(found.get(name) ?? []), schema]);
  return found;
}

function textNotes(
  old: readonly JsonSchemaObject[],
  now: readonly JsonSchemaObject[],
  path: ManifestPath,
): readonly SchemaNote[] {
  return [...texts, ...examples].flatMap((keyword) => {
    const [before, after] = [old, now].map((schemas) =>
      schemas.map((schema) => schema[keyword]).find((value) => value !== undefined),
    );
    if (jsonKey(before ?? null) === jsonKey(after ?? null)) return [];
    return [{ kind: texts.includes(keyword) ? "text" : "example", path, keyword, before, after } as const];
  });
}

/** The order of properties and of enum values, which models read. */
function orderNotes(
  old: readonly JsonSchemaObject[],
  now: readonly JsonSchemaObject[],
  path: ManifestPath,
): readonly SchemaNote[] {
  const orders = [
    ["properties", (schemas: readonly JsonSchemaObject[]) => [...propertiesOf(schemas).keys()]],
    [
      "enum",
      (schemas: readonly JsonSchemaObject[]) =>
        schemas.flatMap((schema) => literals(schema) ?? []).map(jsonKey),
    ],
  ] as const;
  return orders.flatMap(([keyword, read]) => {
    const [before, after] = [read(old), read(now)];
    const kept = (names: readonly string[], among: readonly string[]) =>
      names.filter((name) => among.includes(name));
    const same = kept(before, after).join("\n") === kept(after, before).join("\n");
    return same ? [] : [{ kind: "order", path, keyword } as const];
  });
}
