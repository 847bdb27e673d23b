import { isRecord } from "../validation/value-type.js";
import type { JsonSchemaObject } from "./json-schema.js";

/** Keywords whose value maps names of somebody's choice, which may begin like an extension. */
const maps = /^(?:p\w*roperties|\$defs|dependent\w+)$/;
/** Keywords whose value is no schema, whatever it looks like. */
const literals = /^(?:default|const|enum|examples)$/;

/** A schema without `x-` keywords, which say nothing to models and which some providers refuse. */
export function withoutExtensions(schema: JsonSchemaObject): JsonSchemaObject {
  const entries = Object.entries(schema).filter(([keyword]) => !keyword.startsWith("x-"));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      literals.test(keyword) ? value : strip(value, maps.test(keyword)),
    ]),
  );
}

function strip(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (!isRecord(value)) return value;
  if (!isMap) return withoutExtensions(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strip(inner)]));
}
