import { presentFields } from "../result/present-fields.js";
import { pointerTo, valueAt } from "../validation/json-pointer.js";
import { isRecord } from "../validation/value-type.js";
import type { JsonSchemaObject } from "./json-schema.js";

/** Keywords that only toolkiln understands; omitted for other readers. */
const ownKeywords = /^x-(?:path|sensitive|inject|renamed-from|use-instead)$/;
/** Keywords with a map of names to schemas. */
const schemaMaps = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/;
/** Keywords with a value that is not a schema. */
const plainValues = /^(?:default|const|enum|examples|required|dependentRequired|x-.*)$/;

type Node = Record<string, unknown>;
type Change = (schema: JsonSchemaObject, pointer: string) => JsonSchemaObject;

/** A tool's input schema in a dialect of Standard JSON Schema; throws for unsupported dialects. */
export function inDialect(schema: JsonSchemaObject, target: string): Node {
  const known = mapSchemas(schema, (node) => without(node, ownKeywords));
  if (target === "draft-2020-12")
    return { $schema: "https://json-schema.org/draft/2020-12/schema", ...known };
  if (target === "draft-07")
    return { $schema: "http://json-schema.org/draft-07/schema#", ...mapSchemas(known, toDraft07) };
  throw new Error(`Unsupported JSON Schema dialect '${target}'. Supported: draft-2020-12, draft-07.`);
}

/** A schema without `x-` keywords, which models do not need and some providers reject. */
export function withoutExtensions(schema: JsonSchemaObject): JsonSchemaObject {
  return mapSchemas(schema, (node) => without(node, /^x-/));
}

/** The schema of validated input: parameters with a default are required. */
export function withDefaultsRequired(schema: JsonSchemaObject): JsonSchemaObject {
  return mapSchemas(schema, (node) => {
    const { properties = {}, required = [] } = node;
    const filled = Object.keys(properties).filter(
      (name) => valueAt(properties[name], "/default") !== undefined && !required.includes(name),
    );
    return filled.length === 0 ? node : { ...node, required: [...required, ...filled] };
  });
}

/** Copies a schema and applies a function to every nested schema, then to the schema itself. */
export function mapSchemas(schema: JsonSchemaObject, change: Change, pointer: string = ""): JsonSchemaObject {
  const map = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => map(item, `${at}/${index}`));
    return isRecord(value) ? mapSchemas(value, change, at) : value;
  };
  const mapKeyword = (keyword: string, value: unknown): unknown => {
    const at = pointerTo(pointer, keyword);
    if (plainValues.test(keyword)) return value;
    if (!schemaMaps.test(keyword) || !isRecord(value)) return map(value, at);
    const parts = Object.entries(value).map(([name, part]) => [name, map(part, pointerTo(at, name))]);
    return Object.fromEntries(parts);
  };
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, mapKeyword(keyword, value)]);
  return change(Object.fromEntries(entries), pointer);
}

function without(node: JsonSchemaObject, dropped: RegExp): Node {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !dropped.test(keyword)));
}

/** Converts one node from 2020-12 to draft-07. Omits keywords that draft-07 lacks: readers would ignore them. */
function toDraft07(node: Node): Node {
  const { $defs, $ref, prefixItems, items, dependentRequired, dependentSchemas, ...others } = node;
  const { unevaluatedProperties: _properties, unevaluatedItems: _items, ...known } = others;
  const { minContains: _minContains, maxContains: _maxContains, ...rest } = known;
  const dependencies = { ...Object(dependentRequired), ...Object(dependentSchemas) } as object;
  const renamed = presentFields({
    definitions: $defs,
    dependencies: Object.keys(dependencies).length > 0 ? dependencies : undefined,
    items: prefixItems ?? items,
    additionalItems: prefixItems === undefined ? undefined : items,
  });
  // A schema that already uses the older keywords keeps them.
  const older: Node = { ...rest, ...renamed };
  if (typeof $ref !== "string") return older;
  const reference = { $ref: $ref.replace(/^#\/\$defs\//, "#/definitions/") };
  // Draft-07 ignores keywords beside `$ref`.
  if (Object.keys(older).length === 0) return reference;
  const allOf = Array.isArray(older["allOf"]) ? older["allOf"] : [];
  return { ...older, allOf: [...allOf, reference] };
}
