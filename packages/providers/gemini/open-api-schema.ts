import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, schemaEntries, schemaList } from "../schema/schema-node.js";

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
  /** Counts are 64-bit numbers, which travel as text. */
  minItems?: string;
  maxItems?: string;
  minLength?: string;
  maxLength?: string;
  minProperties?: string;
  maxProperties?: string;
}

const counts = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);

/** Spells a carried schema as Gemini's `parameters` want it. */
export function toGeminiSchema(schema: JsonSchemaObject): GeminiSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, spell(keyword, value)]),
  );
}

function spell(keyword: string, value: unknown): unknown {
  if (keyword === "type" && typeof value === "string") return value.toUpperCase();
  if (counts.has(keyword)) return String(value);
  if (keyword === "properties") {
    return Object.fromEntries(schemaEntries(value).map(([name, inner]) => [name, spellSchema(inner)]));
  }
  if (keyword === "anyOf") return schemaList(value).map(spellSchema);
  return keyword === "items" && isSchema(value) ? spellSchema(value) : value;
}

function spellSchema(schema: JsonSchema): GeminiSchema {
  return typeof schema === "boolean" ? {} : toGeminiSchema(schema);
}
