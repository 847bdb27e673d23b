import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss } from "../written-schema.js";

/** Maximum characters of a value in a description. */
const maxLength = 400;

/** A value, quoted for a description. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** A keyword as text for a description, in JSON Schema syntax, which models understand. */
export function phraseKeyword(keyword: string, value: unknown): string {
  return value === true ? keyword : `${keyword}: ${quoteValue(value)}`;
}

/** Appends notes in brackets to a description. */
export function describe(text: string | undefined, notes: readonly string[]): string {
  const more = `(${notes.join("; ")})`;
  return text === undefined || text === "" ? more : `${text} ${more}`;
}

/** Reports keywords that are not sent, and adds them to the description. */
export function describeLost(
  schema: JsonSchemaObject,
  lost: readonly (readonly [keyword: string, value: unknown])[],
  pointer: string,
  losses: Loss[],
): JsonSchemaObject {
  if (lost.length === 0) return schema;
  const phrases = lost.map(([keyword, value]) => phraseKeyword(keyword, value));
  lost.forEach(([keyword], index) =>
    losses.push({ pointer, keyword, effect: "widened", note: phrases[index] ?? "" }),
  );
  return { ...schema, description: describe(schema.description, phrases) };
}
