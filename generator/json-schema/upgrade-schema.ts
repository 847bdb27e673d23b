import { isJsonObject, type JsonObject } from "../values/json-object.js";

/** Keywords about identity or serialization, and those that upgrading replaces by others; lowering drops them. */
const dropped: ReadonlySet<string> = new Set(
  (
    "$schema $id $anchor $async $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions tsType tsEnumNames " +
    "nullable additionalItems"
  ).split(" "),
);

/** Annotations; draft-07 ignores everything else beside a `$ref`. */
const annotations =
  /^(\$ref|title|description|default|examples|deprecated|readOnly|writeOnly|\$comment|x-.*)$/;

/** Whether a `$schema` dialect ignores the siblings of `$ref`. */
export function ignoresReferenceSiblings(dialect: unknown): boolean {
  return typeof dialect === "string" && /draft-0?[3-7]\b/.test(dialect);
}

/** Upgrades the keywords of one schema to 2020-12; subschemas stay unchanged. */
export function upgradeKeywords(schema: JsonObject, ignoresSiblings: boolean): JsonObject {
  const upgraded: Record<string, unknown> = {};
  const isReferenceOnly = ignoresSiblings && typeof schema["$ref"] === "string";
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || (keyword === "id" && typeof value === "string")) continue;
    if (isReferenceOnly && !annotations.test(keyword)) continue;
    if (keyword === "items" && Array.isArray(value)) {
      upgraded["prefixItems"] = value;
      if (schema["additionalItems"] !== undefined) upgraded["items"] = schema["additionalItems"];
    } else if (keyword !== "dependencies") upgraded[keyword] = value;
    else if (isJsonObject(value)) splitDependencies(value, upgraded);
  }
  if (schema["nullable"] === true) allowNull(upgraded);
  return upgraded;
}

function splitDependencies(dependencies: JsonObject, upgraded: Record<string, unknown>): void {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  if (names.length > 0) upgraded["dependentRequired"] = Object.fromEntries(names);
  if (schemas.length > 0) upgraded["dependentSchemas"] = Object.fromEntries(schemas);
}

function allowNull(schema: Record<string, unknown>): void {
  const { type, enum: values } = schema;
  if (typeof type === "string" && type !== "null") schema["type"] = [type, "null"];
  if (Array.isArray(type) && !type.includes("null")) schema["type"] = [...(type as unknown[]), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as unknown[]), null];
}
