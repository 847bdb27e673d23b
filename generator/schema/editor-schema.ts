import type { JsonObject } from "../values/json-object.js";
import { manifestSchema } from "./schemas.js";

/** The manifest schema for editors, for a project with these categories. */
export function editorSchema(categories: readonly string[] = []): JsonObject {
  const { properties } = manifestSchema as { readonly properties: { readonly category: JsonObject } };
  const known = properties.category["enum"] as readonly string[];
  const category = { ...properties.category, enum: [...known, ...categories] };
  return { ...manifestSchema, properties: { ...properties, category } };
}
