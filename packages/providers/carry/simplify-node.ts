import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import { foldAlternatives } from "../schema/fold-alternatives.js";
import { annotationKeywords, schemaList } from "../schema/schema-node.js";
import type { CarryContext } from "./carry-context.js";
import { leadsToItself } from "./leads-to-itself.js";

/** A schema without intersections, and what could not be merged into it, in words. */
export interface SimpleNode {
  readonly node: JsonSchemaObject;
  readonly told: readonly string[];
}

/**
 * Merges intersections, and folds alternatives of an object into the object: its properties together, required only
 * where all ask for them. That is wider than the original, so it is reported as a loss.
 */
export function simplifyNode(schema: JsonSchemaObject, pointer: string, context: CarryContext): SimpleNode {
  const told: string[] = [];
  const lose = (keyword: string, value: unknown): void => {
    const text = phraseKeyword(keyword, value);
    told.push(text);
    context.lose({ pointer, keyword, effect: "widened", told: text });
  };
  let node: JsonSchemaObject = mergeIntersections(schema, lose, context);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (!Array.isArray(node[keyword])) continue;
    const { [keyword]: alternatives, ...base } = node;
    const branches = schemaList(alternatives).map((branch) => followed(branch, context));
    if (isObjectNode(base) || (pointer === "" && branches.every(isObjectNode))) {
      lose(keyword, alternatives);
      node = foldAlternatives(base, branches);
    } else if (hasConstraints(base)) {
      const merged = branches.map((branch) => mergeSchemas(branch, constraintsOf(base)));
      if (merged.every((branch) => branch !== undefined)) {
        node = { ...annotationsOf(base), [keyword]: merged };
      } else {
        lose(keyword, alternatives);
        node = base;
      }
    }
  }
  return { node, told };
}

function mergeIntersections(
  schema: JsonSchemaObject,
  lose: (keyword: string, value: unknown) => void,
  context: CarryContext,
): JsonSchemaObject {
  if (!Array.isArray(schema["allOf"])) return schema;
  const { allOf, ...base } = schema;
  let node: JsonSchemaObject = base;
  const lost: JsonSchema[] = [];
  for (const branch of schemaList(allOf)) {
    const inner = followed(branch, context);
    const flat = typeof inner === "object" ? mergeIntersections(inner, lose, context) : inner;
    const merged = mergeSchemas(node, flat);
    if (typeof merged === "object") node = merged;
    else lost.push(branch);
  }
  if (lost.length > 0) lose("allOf", lost);
  return node;
}

/** What a branch refers to, unless it contains itself. */
function followed(branch: JsonSchema, context: CarryContext): JsonSchema {
  if (typeof branch === "boolean") return branch;
  const { $ref: reference, ...siblings } = branch;
  if (typeof reference !== "string" || leadsToItself(reference, context.root)) return branch;
  const target = context.resolve(reference);
  const merged = target === undefined ? undefined : mergeSchemas(siblings, target);
  return merged === undefined ? branch : followed(merged, context);
}

function isObjectNode(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  return schema.type === "object" || (schema.type === undefined && schema.properties !== undefined);
}

function hasConstraints(schema: JsonSchemaObject): boolean {
  return Object.keys(constraintsOf(schema)).length > 0;
}

function constraintsOf(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAside(keyword)));
}

function annotationsOf(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAside(keyword)));
}

function isAside(keyword: string): boolean {
  return (
    annotationKeywords.has(keyword) ||
    keyword.startsWith("x-") ||
    keyword === "$defs" ||
    keyword === "definitions"
  );
}
