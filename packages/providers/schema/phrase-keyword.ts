import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss } from "../written-schema.js";

/** Longer values are truncated in descriptions, not in the validator. */
const longest = 400;

/** A value, quoted for a description. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A keyword as text for a description: models read JSON Schema. */
export function phraseKeyword(keyword: string, value: unknown): string {
  return value === true ? keyword : `${keyword}: ${quoteValue(value)}`;
}

/** Appends notes in brackets to a description. */
export function describe(text: string | undefined, told: readonly string[]): string {
  const more = `(${told.join("; ")})`;
  return text === undefined || text === "" ? more : `${text} ${more}`;
}

/** Reports keywords that are not sent; the description says what they mean. */
export function describeLost(
  schema: JsonSchemaObject,
  lost: readonly (readonly [keyword: string, value: unknown])[],
  pointer: string,
  losses: Loss[],
): JsonSchemaObject {
  if (lost.length === 0) return schema;
  const told = lost.map(([keyword, value]) => phraseKeyword(keyword, value));
  lost.forEach(([keyword], index) =>
    losses.push({ pointer, keyword, effect: "widened", told: told[index] ?? "" }),
  );
  return { ...schema, description: describe(schema.description, told) };
}
