import { presentFields } from "../result/present-fields.js";
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

/** Options of a property: whether it is required, its default, and some JSON Schema keywords. */
type Options<Keyword extends keyof JsonSchemaObject = never, Value = never> = Pick<
  JsonSchemaObject,
  Keyword
> & {
  readonly required?: boolean;
  readonly defaultValue?: Value;
};

type StringOptions = Options<"pattern" | "format" | "minLength" | "maxLength" | "examples", string>;
type NumberOptions = Options<"minimum" | "maximum", number>;
type ArrayOptions = Options<"minItems" | "maxItems" | "uniqueItems">;
type PathOptions = Options & { readonly mustExist?: boolean };

/** Builds the schema of a tool's parameters step by step. Prefer a manifest or a schema library, which infer types. */
export class JsonSchemaBuilder {
  readonly #properties = new Map<string, JsonSchema>();
  readonly #required = new Set<string>();
  #description: string | undefined;
  #additionalProperties = false;

  static create(): JsonSchemaBuilder {
    return new JsonSchemaBuilder();
  }

  withDescription(description: string): this {
    this.#description = description;
    return this;
  }

  allowAdditionalProperties(allow = true): this {
    this.#additionalProperties = allow;
    return this;
  }

  addString(name: string, description: string, options: StringOptions = {}): this {
    return this.#addValue(name, "string", description, options);
  }

  addEnum(
    name: string,
    description: string,
    values: readonly string[],
    options: Options<never, string> = {},
  ): this {
    return this.#addValue(name, "string", description, options, { enum: [...values] });
  }

  /** A path in the workspace, which the executor's path policy resolves and checks. */
  addPath(name: string, description: string, options: PathOptions = {}): this {
    const { mustExist = false, ...others } = options;
    const path = { within: "workspace", ...(mustExist && { exists: true }) };
    const text = mustExist ? `${description} (must exist)` : description;
    return this.#addValue(name, "string", text, others, { minLength: 1, "x-path": path });
  }

  addInteger(name: string, description: string, options: NumberOptions = {}): this {
    return this.#addValue(name, "integer", description, options);
  }

  addNumber(name: string, description: string, options: NumberOptions = {}): this {
    return this.#addValue(name, "number", description, options);
  }

  addBoolean(name: string, description: string, options: Options<never, boolean> = {}): this {
    return this.#addValue(name, "boolean", description, options);
  }

  addStringArray(name: string, description: string, options: ArrayOptions = {}): this {
    return this.addArray(name, description, { type: "string" }, options);
  }

  addArray(name: string, description: string, items: JsonSchema, options: ArrayOptions = {}): this {
    return this.#addValue(name, "array", description, options, { items });
  }

  /** An object; `configure` adds its properties. */
  addObject(
    name: string,
    description: string,
    configure: (builder: JsonSchemaBuilder) => unknown,
    { required }: Options = {},
  ): this {
    const nested = new JsonSchemaBuilder();
    configure(nested);
    const { required: names = [], ...schema } = nested.withDescription(description).build();
    return this.addProperty(name, { ...schema, ...(names.length > 0 && { required: names }) }, required);
  }

  #addValue(
    name: string,
    type: JsonSchemaType,
    description: string,
    { required, defaultValue, ...keywords }: Options<never, JsonValue>,
    more?: JsonSchemaObject,
  ): this {
    const schema = { type, description, default: defaultValue, ...more, ...keywords };
    return this.addProperty(name, schema, required);
  }

  /** A property with any schema; `undefined` keywords are omitted. */
  addProperty(
    name: string,
    schema: { readonly [Keyword in keyof JsonSchemaObject]: JsonSchemaObject[Keyword] | undefined },
    required = false,
  ): this {
    this.#properties.set(name, presentFields(schema));
    if (required) this.#required.add(name);
    else this.#required.delete(name);
    return this;
  }

  /** The schema; sets `additionalProperties` because providers have different defaults. */
  build(): JsonSchemaObject {
    return {
      type: "object",
      ...presentFields({ description: this.#description }),
      properties: Object.fromEntries(this.#properties),
      required: [...this.#required],
      additionalProperties: this.#additionalProperties,
    };
  }
}
