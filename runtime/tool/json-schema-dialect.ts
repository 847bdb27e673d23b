import { isRecord } from "../validation/value-type.js";
import type { JsonSchemaObject } from "./json-schema.js";

/** Keywords that only toolkiln understands; other readers are spared them. */
const ownKeywords = new Set(["x-path", "x-sensitive", "x-inject", "x-renamed-from", "x-use-instead"]);
/** Keywords whose value is a map from names to schemas. */
const schemaMaps = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
/** Keywords whose value is no schema, whatever it looks like. */
const plainValues = new Set(["default", "const", "enum", "examples", "required", "dependentRequired"]);

type Rewrite = (node: Record<string, unknown>) => Record<string, unknown>;

/** A tool's input schema in a dialect that Standard JSON Schema names; throws for one that it cannot write. */
export function inDialect(schema: JsonSchemaObject, target: string): Record<string, unknown> {
  if (target !== "draft-2020-12" && target !== "draft-07") {
    throw new Error(`JSON Schema cannot be written as '${target}'; there are draft-2020-12 and draft-07.`);
  }
  const isOld = target === "draft-07";
  const version = isOld
    ? "http://json-schema.org/draft-07/schema#"
    : "https://json-schema.org/draft/2020-12/schema";
  return { $schema: version, ...rewrite(schema, isOld ? toDraft07 : (node) => node) };
}

/** The schema of what comes out: parameters with a default are always there. */
export function withDefaultsRequired(schema: JsonSchemaObject): JsonSchemaObject {
  return rewrite({ ...schema }, (node) => {
    const { properties, required = [] } = node as JsonSchemaObject;
    const filled = Object.entries(properties ?? {}).flatMap(([name, property]) =>
      typeof property === "object" && property.default !== undefined && !required.includes(name)
        ? [name]
        : [],
    );
    return filled.length === 0 ? node : { ...node, required: [...required, ...filled] };
  });
}

/** Rebuilds a schema from its leaves. */
function rewrite(schema: Readonly<Record<string, unknown>>, change: Rewrite): Record<string, unknown> {
  const node: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (ownKeywords.has(keyword)) continue;
    node[keyword] =
      schemaMaps.has(keyword) && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewriteValue(part, change)]))
        : plainValues.has(keyword)
          ? value
          : rewriteValue(value, change);
  }
  return change(node);
}

function rewriteValue(value: unknown, change: Rewrite): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rewriteValue(item, change));
  return isRecord(value) ? rewrite(value, change) : value;
}

/** One node of 2020-12 in the words of draft-07. What draft-07 has no word for is left out: readers would ignore it. */
function toDraft07(node: Record<string, unknown>): Record<string, unknown> {
  const {
    $defs,
    $ref,
    prefixItems,
    items,
    dependentRequired,
    dependentSchemas,
    unevaluatedProperties: _unevaluatedProperties,
    unevaluatedItems: _unevaluatedItems,
    minContains: _minContains,
    maxContains: _maxContains,
    ...rest
  } = node;
  const older: Record<string, unknown> = { ...rest };
  if ($defs !== undefined) older["definitions"] = $defs;
  if (dependentRequired !== undefined || dependentSchemas !== undefined) {
    older["dependencies"] = { ...Object(dependentRequired), ...Object(dependentSchemas) };
  }
  if (prefixItems === undefined) {
    if (items !== undefined) older["items"] = items;
  } else {
    older["items"] = prefixItems;
    if (items !== undefined) older["additionalItems"] = items;
  }
  if (typeof $ref !== "string") return older;
  const reference = { $ref: $ref.replace(/^#\/\$defs\//, "#/definitions/") };
  // Draft-07 ignores everything beside a reference.
  if (Object.keys(older).length === 0) return reference;
  const others = Array.isArray(older["allOf"]) ? older["allOf"] : [];
  return { ...older, allOf: [...others, reference] };
}
