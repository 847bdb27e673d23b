import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss } from "../loss.js";
import { foldAlternatives } from "../schema/fold-alternatives.js";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import { isSchema, resolvePointer, schemaList } from "../schema/schema-node.js";

/** Takes unions and intersections off the root, where some providers refuse a whole request because of them. */
export function foldRootUnion(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  const told: string[] = [];
  const lose = (keyword: string, value: unknown): void => {
    const text = phraseKeyword(keyword, value);
    told.push(text);
    losses.push({ pointer: "", keyword, effect: "widened", told: text });
  };
  const { allOf, anyOf, oneOf, not, enum: values, const: value, ...rest } = root;
  let node: JsonSchemaObject = rest;
  for (const branch of schemaList(allOf)) {
    const merged = mergeSchemas(node, follow(branch, root));
    if (typeof merged === "object") node = merged;
    else lose("allOf", [branch]);
  }
  for (const [keyword, alternatives] of [
    ["anyOf", anyOf],
    ["oneOf", oneOf],
  ] as const) {
    if (!Array.isArray(alternatives)) continue;
    node = foldAlternatives(
      node,
      schemaList(alternatives).map((branch) => follow(branch, root)),
    );
    lose(keyword, alternatives);
  }
  for (const [keyword, demand] of Object.entries({ not, enum: values, const: value })) {
    if (demand !== undefined) lose(keyword, demand);
  }
  if (told.length === 0) return root;
  const words = `(${told.join("; ")})`;
  return { ...node, description: node.description === undefined ? words : `${node.description} ${words}` };
}

function follow(branch: JsonSchema, root: JsonSchemaObject): JsonSchema {
  const reference = typeof branch === "object" ? branch["$ref"] : undefined;
  const target = typeof reference === "string" ? resolvePointer(root, reference) : undefined;
  return isSchema(target) ? target : branch;
}
