import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { mapSchemas } from "../json-schema/walk-schema.js";
import { jsonKey } from "../values/json-key.js";
import { isJsonObject } from "../values/json-object.js";

/** Keywords that reject no value. */
const annotations = new Set(
  "title description default examples deprecated readOnly writeOnly $comment $schema $id $defs definitions".split(
    " ",
  ),
);

/** Lists without significant order. */
const unordered = new Set(["required", "enum", "type", "anyOf", "oneOf", "allOf"]);
/** Maximum text length; definitions that reference each other twice could reach gigabytes. */
const longest = 20_000;

/**
 * A text that is equal only for schemas that accept the same values: without annotations, with references inlined and
 * unordered lists sorted. Undefined when it would be too long.
 */
export function canonicalSchema(schema: unknown, root: JsonSchemaObject): string | undefined {
  if (!isJsonObject(schema)) return JSON.stringify(schema);
  const texts = known.get(root) ?? new WeakMap<object, string | undefined>();
  known.set(root, texts);
  if (!texts.has(schema)) texts.set(schema, writeCanonical(schema, root));
  return texts.get(schema);
}

/** Cache: walks repeat the same schemas. */
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
        const isUnordered = unordered.has(keyword) && Array.isArray(written);
        return [keyword, isUnordered ? written.map(jsonKey).toSorted() : written];
      });
    if (target === undefined) {
      if ($ref !== undefined) parts.push(["$ref", $ref]);
    } else if (depth >= 0) parts.push(["$ref", entered.length - depth]);
    else if (parts.length === 0) return write(target, [...entered, target]);
    else parts.push(["$ref", write(target, [...entered, target])]);
    return Object.fromEntries(parts);
  };
  try {
    const text = jsonKey(write(schema, []));
    return text.length > longest ? undefined : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
