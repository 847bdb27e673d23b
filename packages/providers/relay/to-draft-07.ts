import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss } from "../loss.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import { isRecord } from "@toolkiln/runtime/json";
import { isSchema, pointerStep, schemaEntries, schemaMapKeywords } from "../schema/schema-node.js";

/** Keywords that draft-07 does not have and that no other of its keywords says. */
const unknown = new Set(["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"]);
const lists = new Set(["allOf", "anyOf", "oneOf"]);
const singles = new Set([
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "additionalProperties",
  "items",
]);

/** Rewrites a schema of 2020-12 in draft-07; what draft-07 cannot say is told in the description. */
export function toDraft07(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  return rewrite(root, "", losses);
}

function rewriteAny(schema: JsonSchema, pointer: string, losses: Loss[]): JsonSchema {
  return typeof schema === "boolean" ? schema : rewrite(schema, pointer, losses);
}

function rewrite(schema: JsonSchemaObject, pointer: string, losses: Loss[]): JsonSchemaObject {
  const result: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${pointer}/${pointerStep(keyword)}`;
    if (unknown.has(keyword)) {
      const text = phraseKeyword(keyword, value);
      told.push(text);
      losses.push({ pointer, keyword, effect: "widened", told: text });
    } else if (keyword === "dependentRequired" || keyword === "dependentSchemas") {
      const dependencies = isRecord(result["dependencies"]) ? result["dependencies"] : {};
      result["dependencies"] = { ...dependencies, ...rewriteMap(value, at, losses) };
    } else if (keyword === "$ref" && typeof value === "string") {
      result["$ref"] = value.replace("#/$defs/", "#/definitions/");
    } else if (keyword === "$defs") result["definitions"] = rewriteMap(value, at, losses);
    else if (schemaMapKeywords.has(keyword)) result[keyword] = rewriteMap(value, at, losses);
    else if (lists.has(keyword)) result[keyword] = rewriteList(value, at, losses);
    else if (keyword === "prefixItems") result["items"] = rewriteList(value, at, losses);
    else if (keyword === "items" && schema["prefixItems"] !== undefined) {
      result["additionalItems"] = isSchema(value) ? rewriteAny(value, at, losses) : value;
    } else if (singles.has(keyword) && isSchema(value)) result[keyword] = rewriteAny(value, at, losses);
    else result[keyword] = value;
  }
  return splitReference(tell(result, told));
}

function tell(schema: Record<string, unknown>, told: readonly string[]): Record<string, unknown> {
  if (told.length === 0) return schema;
  const words = `(${told.join("; ")})`;
  const { description } = schema;
  return { ...schema, description: typeof description === "string" ? `${description} ${words}` : words };
}

/** Draft-07 ignores what stands beside a reference. */
function splitReference(schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref, definitions, ...siblings } = schema;
  if ($ref === undefined || Object.keys(siblings).length === 0) return schema;
  return {
    ...siblings,
    allOf: [{ $ref }, ...asList(siblings["allOf"])],
    ...(definitions !== undefined && { definitions }),
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rewriteMap(value: unknown, pointer: string, losses: Loss[]): Record<string, unknown> {
  const rewritten = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
  for (const [name, schema] of schemaEntries(value)) {
    rewritten.set(name, rewriteAny(schema, `${pointer}/${pointerStep(name)}`, losses));
  }
  return Object.fromEntries(rewritten);
}

function rewriteList(value: unknown, pointer: string, losses: Loss[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((inner: unknown, index) =>
    isSchema(inner) ? rewriteAny(inner, `${pointer}/${index}`, losses) : inner,
  );
}
