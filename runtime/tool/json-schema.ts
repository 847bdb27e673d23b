import { ownValue } from "../validation/value-type.js";

/** A JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The type names of JSON Schema. */
export type JsonSchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** A JSON Schema (2020-12) object; keywords that toolkiln does not interpret pass through untouched. */
export interface JsonSchemaObject {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}

/** A JSON Schema: an object of keywords, or `true` (anything) and `false` (nothing). */
export type JsonSchema = JsonSchemaObject | boolean;

/** Helpers for parameter schemas. */
export const JsonSchema = {
  /** The schema of a tool without parameters. */
  empty: Object.freeze({
    type: "object",
    properties: {},
    required: [],
    additionalProperties: false,
  }) as JsonSchemaObject,
  /** The schema as one line of JSON. */
  toJson: (schema: JsonSchemaObject): string => JSON.stringify(schema),
  getProperty: ({ properties = {} }: JsonSchemaObject, name: string): JsonSchema | undefined =>
    ownValue(properties, name),
  isRequired: ({ required = [] }: JsonSchemaObject, name: string): boolean => required.includes(name),
  getRequiredProperties: ({ required = [] }: JsonSchemaObject): readonly string[] => required,
  getOptionalProperties: ({ properties = {}, required = [] }: JsonSchemaObject): readonly string[] =>
    Object.keys(properties).filter((name) => !required.includes(name)),
};
