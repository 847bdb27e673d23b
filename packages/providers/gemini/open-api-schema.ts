import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mapSchemas } from "@toolkiln/runtime/json";

/**
 * Gemini's own schema. Its `type` is an upper-case name; it is not declared here because the SDK's enum accepts no
 * plain string.
 */
export interface GeminiSchema {
  title?: string;
  description?: string;
  nullable?: boolean;
  format?: string;
  enum?: string[];
  properties?: { [name: string]: GeminiSchema };
  required?: string[];
  items?: GeminiSchema;
  anyOf?: GeminiSchema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  /** Counts are 64-bit integers, sent as strings. */
  minItems?: string;
  maxItems?: string;
  minLength?: string;
  maxLength?: string;
  minProperties?: string;
  maxProperties?: string;
}

/** Converts a schema to Gemini's `parameters`. */
export function toGeminiSchema(schema: JsonSchemaObject): GeminiSchema {
  const converted = mapSchemas(schema, (each) =>
    Object.fromEntries(Object.entries(each).map(([keyword, value]) => [keyword, convert(keyword, value)])),
  );
  // The dialect has only keywords of Gemini's schema.
  return converted as unknown as GeminiSchema;
}

function convert(keyword: string, value: unknown): unknown {
  if (keyword === "type" && typeof value === "string") return value.toUpperCase();
  return /^(min|max)(Items|Length|Properties)$/.test(keyword) ? String(value) : value;
}
