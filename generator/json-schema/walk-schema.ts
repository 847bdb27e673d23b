import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";

/** The keywords that contain schemas, in all supported dialects, by the shape of their values. */
const keywordsByShape = {
  map: "properties patternProperties dependentSchemas dependencies $defs definitions",
  list: "prefixItems allOf anyOf oneOf",
  schema:
    "additionalProperties unevaluatedProperties propertyNames additionalItems unevaluatedItems contains not if then " +
    "else contentSchema",
  "schema-or-list": "items",
};

export const schemaKeywords: ReadonlyMap<string, string> = new Map(
  Object.entries(keywordsByShape).flatMap(([shape, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, shape] as const),
  ),
);

/** Keywords with schemas for the same value as their parent schema. */
export const inPlaceKeywords: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if then else dependentSchemas dependencies".split(" "),
);

export interface Subschema {
  readonly schema: unknown;
  readonly keyword: string;
  readonly name?: string | number;
  readonly path: ManifestPath;
}

export function subschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = schemaKeywords.get(keyword);
    if (shape === undefined) continue;
    if (Array.isArray(value)) {
      if (shape === "schema" || shape === "map") continue;
      value.forEach((item: unknown, name) =>
        found.push({ schema: item, keyword, name, path: [keyword, name] }),
      );
    } else if (shape === "map") {
      if (!isJsonObject(value)) continue;
      for (const [name, item] of Object.entries(value)) {
        // A list in `dependencies` names properties.
        if (!Array.isArray(item)) found.push({ schema: item, keyword, name, path: [keyword, name] });
      }
    } else if (shape !== "list") found.push({ schema: value, keyword, path: [keyword] });
  }
  return found;
}

/** Converts the schemas in a keyword's value; other values stay unchanged. */
export function mapSchemas(
  keyword: string,
  value: unknown,
  convert: (schema: unknown, name?: string | number) => unknown,
): unknown {
  const shape = schemaKeywords.get(keyword);
  if (shape === undefined) return value;
  if (Array.isArray(value)) return value.map((schema: unknown, name) => convert(schema, name));
  if (shape !== "map") return convert(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema, name)]));
}

export interface SchemaNode {
  readonly schema: JsonObject;
  readonly path: ManifestPath;
  readonly parent?: SchemaNode;
  readonly keyword?: string;
  readonly name?: string | number;
}

/**
 * A schema and all its subschemas, outermost first; skips known schemas and everything inside them, and `true` and
 * `false`, which cannot be wrong.
 */
export function walkSchema(
  schema: unknown,
  path: ManifestPath,
  known: ReadonlySet<JsonObject> = new Set(),
): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (value: unknown, rest: Omit<SchemaNode, "schema">): void => {
    if (!isJsonObject(value) || known.has(value)) return;
    const node: SchemaNode = { schema: value, ...rest };
    nodes.push(node);
    for (const { schema: inner, keyword, name, path: step } of subschemas(value)) {
      visit(inner, {
        path: [...rest.path, ...step],
        parent: node,
        keyword,
        ...(name !== undefined && { name }),
      });
    }
  };
  visit(schema, { path });
  return nodes;
}

/** Whether a schema is a definition, which applies only where it is referenced. */
export function isDefinition({ keyword }: SchemaNode): boolean {
  return keyword === "$defs" || keyword === "definitions";
}

/** A schema and its ancestors for the same value, innermost first. */
export function sameValueAncestors(node: SchemaNode): readonly SchemaNode[] {
  const found = [node];
  let current = node;
  while (current.parent && inPlaceKeywords.has(current.keyword ?? "")) {
    current = current.parent;
    found.push(current);
  }
  return found;
}

/** Whether a schema only tests values: it is inside `not` or `if`. */
export function isCondition(node: SchemaNode): boolean {
  if (isDefinition(node)) return false;
  return /^(?:not|if)$/.test(node.keyword ?? "") || (node.parent !== undefined && isCondition(node.parent));
}
