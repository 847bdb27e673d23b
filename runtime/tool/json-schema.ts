import { ownValue } from "../validation/own-value.js";

/** A JSON value as it travels between model, executor and tool. */
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
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}

/** A JSON Schema: an object of keywords, or `true` and `false` for everything and nothing. */
export type JsonSchema = JsonSchemaObject | boolean;

const noParameters: JsonSchemaObject = Object.freeze({
  type: "object",
  properties: {},
  required: [],
  additionalProperties: false,
});

/** Questions to a schema of parameters. */
export const JsonSchema = {
  /** The schema of a tool without parameters. */
  get empty(): JsonSchemaObject {
    return noParameters;
  },
  /** The schema as one line of JSON. */
  toJson: (schema: JsonSchemaObject): string => JSON.stringify(schema),
  /** The schema of a property, if there is one of that name. */
  getProperty: ({ properties = {} }: JsonSchemaObject, name: string): JsonSchema | undefined =>
    ownValue(properties, name),
  /** Whether a property has to be there. */
  isRequired: ({ required = [] }: JsonSchemaObject, name: string): boolean => required.includes(name),
  /** The names of the properties that have to be there. */
  getRequiredProperties: ({ required = [] }: JsonSchemaObject): readonly string[] => required,
  /** The names of the properties that may be left out. */
  getOptionalProperties: ({ properties = {}, required = [] }: JsonSchemaObject): readonly string[] =>
    Object.keys(properties).filter((name) => !required.includes(name)),
};
