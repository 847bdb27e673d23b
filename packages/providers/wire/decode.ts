import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { schemaEntries, schemaList } from "../schema/schema-node.js";
import type { WireForm } from "../written-schema.js";
import { inPlaceSchemas, propertyOf } from "./in-place.js";

/** Maximum depth to decode; the validator rejects deeper values anyway. */
const maxDepth = 256;

/** Converts a model's arguments to the names and shapes of the manifest. Keeps unknown values unchanged. */
export function decode(
  root: JsonSchemaObject,
  { names, nullMeansAbsent }: WireForm,
  value: unknown,
): unknown {
  if (names.size === 0 && !nullMeansAbsent) return value;
  const known = new Map(Array.from(names, ([name, sent]) => [sent, name]));
  return renameProperties(root, value, known, nullMeansAbsent);
}

/**
 * Renames properties wherever the schema declares them under either name. With `dropsNull`, removes optional
 * properties that are null.
 */
export function renameProperties(
  root: JsonSchemaObject,
  given: unknown,
  names: ReadonlyMap<string, string>,
  dropsNull = false,
): unknown {
  const rename = (schemas: readonly unknown[], value: unknown, depth: number): unknown => {
    if (depth > maxDepth || typeof value !== "object" || value === null) return value;
    const applied = inPlaceSchemas(schemas, root);
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) =>
        rename(
          applied.map((schema) => schemaList(schema["prefixItems"])[index] ?? schema.items),
          item,
          depth + 1,
        ),
      );
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
      const other = names.get(key) ?? key;
      const declaring = applied.filter((schema) =>
        [key, other].some((name) => propertyOf(schema, name) !== undefined),
      );
      if (declaring.length === 0) return [[key, rename(applied.flatMap(additionalSchemas), part, depth + 1)]];
      if (dropsNull && part === null && declaring.some(({ required }) => required?.includes(other) !== true))
        return [];
      const inner = declaring.map((schema) => propertyOf(schema, other) ?? propertyOf(schema, key));
      return [[other, rename(inner, part, depth + 1)]];
    });
    return Object.fromEntries(entries);
  };
  return rename([root], given, 0);
}

/** The schemas of additional properties. */
function additionalSchemas(schema: JsonSchemaObject): unknown[] {
  const patterns = schemaEntries(schema["patternProperties"]).map(([, inner]) => inner);
  return [schema.additionalProperties, schema["unevaluatedProperties"], ...patterns];
}
