import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { mapSchemas } from "../json-schema/walk-schema.js";
import { isJsonObject } from "../values/json-object.js";

/** Keywords that refuse no value. */
const annotations = new Set(
  "title description default examples deprecated readOnly writeOnly $comment $schema $id $defs definitions".split(
    " ",
  ),
);

/** Lists whose order means nothing. */
const unordered = new Set(["required", "enum", "type", "anyOf", "oneOf", "allOf"]);
/** Characters of a canonical text; definitions that point at each other twice would come to gigabytes. */
const longest = 20_000;

/**
 * A text that two schemas have in common only if they accept the same values: without annotations, with references
 * written out and what has no order sorted. Undefined when it would be too long.
 */
export function canonicalSchema(schema: unknown, root: JsonSchemaObject): string | undefined {
  if (!isJsonObject(schema)) return JSON.stringify(schema);
  const texts = known.get(root) ?? new WeakMap<object, string | undefined>();
  known.set(root, texts);
  if (!texts.has(schema)) texts.set(schema, writeCanonical(schema, root));
  return texts.get(schema);
}

/** A walk asks for the same schema many times. */
const known = new WeakMap<JsonSchemaObject, WeakMap<object, string | undefined>>();

function writeCanonical(schema: unknown, root: JsonSchemaObject): string | undefined {
  let length = 0;
  const write = (value: unknown, entered: readonly unknown[]): unknown => {
    if (!isJsonObject(value)) return value;
    if (++length > longest) throw new RangeError("too long");
    const { $ref, ...rest } = value;
    const target = localReference(root, $ref);
    const depth = entered.indexOf(target);
    const parts: [string, unknown][] = Object.entries(rest)
      .filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith("x-"))
      .map(([keyword, inner]) => {
        const written = mapSchemas(keyword, inner, (one) => write(one, entered));
        return [
          keyword,
          unordered.has(keyword) && Array.isArray(written) ? sorted(written) : ordered(written),
        ];
      });
    if (target === undefined) {
      if ($ref !== undefined) parts.push(["$ref", $ref]);
    } else if (depth >= 0) parts.push(["$ref", entered.length - depth]);
    else if (parts.length === 0) return write(target, [...entered, target]);
    else parts.push(["$ref", write(target, [...entered, target])]);
    return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  try {
    const text = JSON.stringify(write(schema, []));
    return text.length > longest ? undefined : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sorted(items: readonly unknown[]): unknown[] {
  return items.map(ordered).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** A value with the keys of its objects in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, ordered(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A JSON value as a text that equal values share. */
export function canonicalValue(value: unknown): string {
  return JSON.stringify(ordered(value));
}
