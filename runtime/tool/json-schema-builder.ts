import { presentFields } from "../result/present-fields.js";
import type { JsonSchema, JsonSchemaObject, JsonSchemaType, JsonValue } from "./json-schema.js";

/** What every property may say. */
export interface PropertyOptions {
  readonly required?: boolean;
}

/** What a string may say. */
export interface StringOptions extends PropertyOptions {
  readonly defaultValue?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
}

/** What a number may say. */
export interface NumberOptions extends PropertyOptions {
  readonly defaultValue?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a path may say. */
export interface PathOptions extends PropertyOptions {
  readonly mustExist?: boolean;
  readonly within?: "workspace" | "anywhere";
  readonly kind?: "file" | "directory";
}

/** What an array may say. */
export interface ArrayOptions extends PropertyOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

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

  /** Lets the object have properties that are not declared. */
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
    options: PropertyOptions & { readonly defaultValue?: string } = {},
  ): this {
    return this.#addValue(name, "string", description, options, { enum: [...values] });
  }

  /** A path, which the executor's path policy resolves and checks. */
  addPath(name: string, description: string, options: PathOptions = {}): this {
    const { required, mustExist, within = "workspace", kind } = options;
    const path = presentFields({ within, exists: mustExist === true ? true : undefined, kind });
    const text = mustExist === true ? `${description} (must exist)` : description;
    return this.addProperty(
      name,
      { type: "string", description: text, minLength: 1, "x-path": path },
      required,
    );
  }

  addInteger(name: string, description: string, options: NumberOptions = {}): this {
    return this.#addValue(name, "integer", description, options);
  }

  addNumber(name: string, description: string, options: NumberOptions = {}): this {
    return this.#addValue(name, "number", description, options);
  }

  addBoolean(
    name: string,
    description: string,
    options: PropertyOptions & { readonly defaultValue?: boolean } = {},
  ): this {
    return this.#addValue(name, "boolean", description, options);
  }

  addStringArray(name: string, description: string, options: ArrayOptions = {}): this {
    return this.addArray(name, description, { type: "string" }, options);
  }

  addArray(name: string, description: string, items: JsonSchema, options: ArrayOptions = {}): this {
    return this.#addValue(name, "array", description, options, { items });
  }

  /** An object whose own properties `configure` adds. */
  addObject(
    name: string,
    description: string,
    configure: (builder: JsonSchemaBuilder) => unknown,
    { required }: PropertyOptions = {},
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
    options: PropertyOptions & { readonly defaultValue?: JsonValue },
    more?: JsonSchemaObject,
  ): this {
    const { required, defaultValue, ...keywords } = options;
    return this.addProperty(
      name,
      { type, description, default: defaultValue, ...more, ...keywords },
      required,
    );
  }

  /** A property with a schema of its own; keywords that are undefined are left out. */
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

  /** The schema; `additionalProperties` is written out because providers read its absence differently. */
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
