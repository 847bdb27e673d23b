import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { foldAlternatives } from "../schema/fold-alternatives.js";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import { isAnnotation, schemaList } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";

/** A schema without intersections, and text about parts that cannot be merged. */
export interface SimpleNode {
  readonly node: JsonSchemaObject;
  readonly told: readonly string[];
}

/**
 * Merges intersections, and merges the alternatives of an object into one object. It accepts more than the
 * original, which is a loss.
 */
export function simplifyNode(schema: JsonSchemaObject, pointer: string, narrowing: Narrowing): SimpleNode {
  const told: string[] = [];
  const lose = (keyword: string, value: unknown): void => {
    const text = phraseKeyword(keyword, value);
    told.push(text);
    narrowing.losses.push({ pointer, keyword, effect: "widened", told: text });
  };
  const follow = (branch: JsonSchema): JsonSchema => followReference(branch, narrowing);
  let node = mergeIntersections(schema, follow, (lost) => lose("allOf", lost));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (!Array.isArray(node[keyword])) continue;
    const { [keyword]: alternatives, ...base } = node;
    const branches = schemaList(alternatives).map(follow);
    if (isObjectNode(base) || (pointer === "" && branches.every(isObjectNode))) {
      lose(keyword, alternatives);
      node = foldAlternatives(base, branches);
      continue;
    }
    const [aside, constraints] = splitAnnotations(base);
    if (Object.keys(constraints).length === 0) continue;
    const merged = branches.map((branch) => mergeSchemas(branch, constraints));
    if (merged.every((branch) => branch !== undefined)) node = { ...aside, [keyword]: merged };
    else {
      lose(keyword, alternatives);
      node = base;
    }
  }
  return { node, told };
}

/** Merges the branches of `allOf` into the schema; calls `lose` for those it cannot merge. */
export function mergeIntersections(
  schema: JsonSchemaObject,
  follow: (branch: JsonSchema) => JsonSchema,
  lose: (branches: readonly JsonSchema[]) => void,
): JsonSchemaObject {
  if (!Array.isArray(schema["allOf"])) return schema;
  const { allOf, ...base } = schema;
  const lost: JsonSchema[] = [];
  let node: JsonSchemaObject = base;
  for (const branch of schemaList(allOf)) {
    const inner = follow(branch);
    const merged = mergeSchemas(
      node,
      typeof inner === "object" ? mergeIntersections(inner, follow, lose) : inner,
    );
    if (typeof merged === "object") node = merged;
    else lost.push(branch);
  }
  if (lost.length > 0) lose(lost);
  return node;
}

/** The target of a branch, unless it is being written. */
function followReference(branch: JsonSchema, narrowing: Narrowing, steps = 0): JsonSchema {
  if (typeof branch === "boolean" || typeof branch["$ref"] !== "string" || steps > 8) return branch;
  const { $ref: reference, ...siblings } = branch;
  if (narrowing.inProgress(reference) !== undefined) return branch;
  const target = narrowing.resolve(reference);
  const merged = target === undefined ? undefined : mergeSchemas(siblings, target);
  return merged === undefined ? branch : followReference(merged, narrowing, steps + 1);
}

function isObjectNode(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  return schema.type === "object" || (schema.type === undefined && schema.properties !== undefined);
}

function splitAnnotations(
  schema: JsonSchemaObject,
): [aside: JsonSchemaObject, constraints: JsonSchemaObject] {
  const entries = Object.entries(schema);
  return [
    Object.fromEntries(entries.filter(([keyword]) => isAnnotation(keyword))),
    Object.fromEntries(entries.filter(([keyword]) => !isAnnotation(keyword))),
  ];
}
