import { inPlaceKeywords, type SchemaNode } from "./walk-schema.js";

/** A schema and those around it that speak about the same value, innermost first. */
export function sameValueHolders(node: SchemaNode): readonly SchemaNode[] {
  const found = [node];
  for (
    let current = node;
    current.parent && inPlaceKeywords.has(current.keyword ?? "");
    current = current.parent
  )
    found.push(current.parent);
  return found;
}

/** The outermost schema that speaks about the same value. */
export function outermost(node: SchemaNode): SchemaNode {
  return sameValueHolders(node).at(-1) ?? node;
}

/** Whether a schema stands inside `not` or `if`, which speak of what must not be, or may be. */
export function isCondition(node: SchemaNode): boolean {
  return sameValueHolders(node).some(({ keyword }) => keyword === "not" || keyword === "if");
}
