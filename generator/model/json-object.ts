/** A mapping as it comes out of a file. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a mapping. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
