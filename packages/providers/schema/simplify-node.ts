import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { mergeSchemas } from "./merge-schemas.js";
import { resolveReference, sameJson, schemaEntries, schemaList } from "./schema-node.js";

/** A schema without intersections, and the keywords that were dropped. */
export interface SimpleNode {
  readonly node: JsonSchemaObject;
  readonly lost: readonly (readonly [keyword: string, value: unknown])[];
}

/**
 * Merges intersections, and at the root merges alternatives into one object. Merged alternatives accept more values,
 * so they are reported as lost. References that are being followed (`isOpen`) stay.
 */
export function simplifyNode(
  schema: JsonSchemaObject,
  isRoot: boolean,
  root: JsonSchemaObject,
  isOpen: (reference: string) => boolean = () => false,
): SimpleNode {
  const lost: [keyword: string, value: unknown][] = [];
  const follow = (branch: JsonSchema, steps = 0): JsonSchema => {
    if (typeof branch === "boolean" || typeof branch["$ref"] !== "string" || steps > 8) return branch;
    const { $ref: reference, ...siblings } = branch;
    const target = isOpen(reference) ? undefined : resolveReference(root, reference);
    const merged = target === undefined ? undefined : mergeSchemas(siblings, target);
    return merged === undefined ? branch : follow(merged, steps + 1);
  };
  let node = mergeIntersections(schema, follow, (branches) => lost.push(["allOf", branches]));
  for (const keyword of isRoot ? (["anyOf", "oneOf"] as const) : []) {
    if (!Array.isArray(node[keyword])) continue;
    const { [keyword]: alternatives, ...base } = node;
    lost.push([keyword, alternatives]);
    node = foldAlternatives(
      base,
      schemaList(alternatives).map((branch) => follow(branch)),
    );
  }
  return { node, lost };
}

/** Merges the branches of `allOf` into the schema; calls `lose` for those it cannot merge. */
function mergeIntersections(
  { allOf, ...base }: JsonSchemaObject,
  follow: (branch: JsonSchema) => JsonSchema,
  lose: (branches: readonly JsonSchema[]) => void,
): JsonSchemaObject {
  const lost: JsonSchema[] = [];
  let node: JsonSchemaObject = base;
  for (const branch of schemaList(allOf)) {
    const inner = follow(branch);
    const part = typeof inner === "object" ? mergeIntersections(inner, follow, lose) : inner;
    const merged = mergeSchemas(node, part);
    if (typeof merged === "object") node = merged;
    else lost.push(branch);
  }
  if (lost.length > 0) lose(lost);
  return node;
}

/**
 * Merges a base and its alternatives into one object schema that accepts all of them: it has all their properties
 * and requires those that the base or every alternative requires.
 */
function foldAlternatives(base: JsonSchemaObject, branches: readonly JsonSchema[]): JsonSchemaObject {
  const objects = branches.filter((branch) => typeof branch === "object");
  const properties = new Map(schemaEntries(base.properties));
  const own = new Set(properties.keys());
  for (const branch of objects) {
    for (const [name, schema] of schemaEntries(branch.properties)) {
      const known = properties.get(name);
      if (known === undefined) properties.set(name, schema);
      else if (!own.has(name) && !sameJson(known, schema)) properties.set(name, { anyOf: [known, schema] });
    }
  }
  const [first, ...others] = objects.map(({ required = [] }) => required);
  const shared = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const required = [...new Set([...(base.required ?? []), ...shared])];
  return {
    ...base,
    type: "object",
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}
