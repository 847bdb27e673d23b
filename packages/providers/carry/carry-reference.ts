import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { annotationKeywords } from "../schema/schema-node.js";
import type { Carried, CarryContext } from "./carry-context.js";
import { leadsToItself } from "./leads-to-itself.js";
import { SchemaDraft } from "./schema-draft.js";

/** Carries a reference: as a reference where the dialect has them, unfolded where not. */
export function carryReference(
  node: JsonSchemaObject,
  reference: string,
  pointer: string,
  context: CarryContext,
): Carried {
  const target = context.resolve(reference);
  if (target === undefined) {
    return context.cannot(pointer, "$ref", `\`${reference}\` leads nowhere in this schema`, node);
  }
  const { $ref: _, $defs: __, ...siblings } = node;
  const isRecursive = leadsToItself(reference, context.root);
  const annotates = Object.keys(siblings).every(
    (keyword) => annotationKeywords.has(keyword) || keyword.startsWith("x-"),
  );
  if (!isRecursive && !annotates) {
    const merged = mergeSchemas(siblings, target);
    if (merged === undefined) {
      return context.cannot(
        pointer,
        "$ref",
        "what stands beside the reference cannot be merged with it",
        node,
      );
    }
    return context.carry(merged, pointer);
  }
  const { dialect } = context;
  const isDescribed = siblings.description !== undefined || siblings.default !== undefined;
  if (!isRecursive && (dialect.references === "inline" || (isDescribed && !dialect.describedReferences))) {
    return context.carry(typeof target === "object" ? { ...target, ...siblings } : target, pointer);
  }
  if (isRecursive && !mayRecur(reference, context)) {
    return context.cannot(pointer, "$ref", "a schema that contains itself cannot be sent", node);
  }
  const draft = new SchemaDraft(context, siblings, pointer);
  const { name, codec } = context.define(reference, target);
  draft.sent["$ref"] = `#/$defs/${name}`;
  return draft.finish(codec);
}

function mayRecur(reference: string, context: CarryContext): boolean {
  if (context.dialect.references === "inline" || context.dialect.recursion === "none") return false;
  return context.dialect.recursion === "any" || context.inProgress(reference) !== "required";
}
