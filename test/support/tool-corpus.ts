import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import { Random } from "../generator/support/random.js";

/** A tool in the format of an MCP server's list. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchemaObject;
}

/** Options of `toolCorpus`. */
export interface CorpusOptions {
  /** Multiplies the share of rare keywords: patterns, formats, bounds, references. @default 1 */
  readonly emphasis?: number;
}

/**
 * Measured on 526 tool definitions of public MCP servers: deciles of counts and lengths (the last is the 99th percentile),
 * parameters by type, and shares of keywords.
 */
const measured = {
  parameters: [0, 1, 2, 2, 3, 3, 3, 3, 4, 6, 11],
  nestedProperties: [0, 1, 2, 2, 2, 2, 2, 2, 3, 4, 25],
  enumValues: [1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 7],
  descriptionLength: [0, 46, 56, 63, 71, 80, 92, 103, 121, 168, 815],
  parameterDescriptionLength: [2, 27, 35, 41, 47, 55, 64, 76, 90, 112, 291],
  types: {
    string: 908,
    integer: 215,
    number: 205,
    boolean: 137,
    array: 101,
    nullable: 92,
    object: 83,
    any: 2,
  },
  nestedTypes: { string: 363, integer: 43, number: 35, object: 30, array: 25, boolean: 12, any: 2 },
  shareOf: {
    /** Of the parameters without a default; 0.52 of all. */
    required: 0.75,
    description: 0.76,
    title: 0.08,
    enumOfStrings: 0.14,
    default: 0.3,
    closedObject: 0.02,
    bounds: 0.012,
    lengths: 0.004,
    format: 0.003,
    pattern: 0.001,
    reference: 0.006,
  },
} as const;

type TypeName = keyof typeof measured.types;

const maxDepth = 5;
const patterns = [
  "^[a-z][a-z0-9-]*$",
  "^[A-Z]{2}$",
  "^\\d{4}-\\d{2}$",
  "^v\\d+\\.\\d+$",
  "^#[0-9a-fA-F]{6}$",
];
const formats = ["uri", "date", "date-time", "email", "ipv4", "uuid"];
const verbs = ["get", "list", "create", "update", "delete", "search", "send", "convert", "calculate", "find"];
const nouns =
  "account article branch calendar channel city comment contact currency customer date device document domain event file folder image invoice issue item label language layer limit list location message model name node note number offset order page path period player price product project query region report repository result route score season service session size sort source stock store table tag target task team temperature text ticket time token topic unit url user value version weather zone".split(
    " ",
  );
const fillers = "the of a for to in with and that by which from on each all optional".split(" ");

/** Generates tool definitions similar to those of public servers, deterministically from the seed. */
export function toolCorpus(seed: number, count: number, options: CorpusOptions = {}): ToolDefinition[] {
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const writer = new DefinitionWriter(new Random(seed * 100_003 + index), options.emphasis ?? 1);
    const definition = writer.definition();
    const name = names.has(definition.name) ? `${definition.name}_${index}` : definition.name;
    names.add(name);
    return { ...definition, name };
  });
}

class DefinitionWriter {
  readonly #random: Random;
  readonly #emphasis: number;

  constructor(random: Random, emphasis: number) {
    this.#random = random;
    this.#emphasis = emphasis;
  }

  definition(): ToolDefinition {
    const random = this.#random;
    const schema = this.#object(this.#quantile(measured.parameters), 1);
    return {
      name: `${random.pick(verbs)}_${random.pick(nouns)}_${random.pick(nouns)}`,
      description: this.#text(this.#quantile(measured.descriptionLength)),
      inputSchema: this.#isRare("reference") ? withReference(schema) : schema,
    };
  }

  #object(count: number, depth: number): JsonSchemaObject {
    const names = new Set(Array.from({ length: count }, () => this.#parameterName()));
    const properties = Object.fromEntries([...names].map((name) => [name, this.#parameter(depth)]));
    const required = [...names].filter(
      (name) => properties[name]?.default === undefined && this.#has("required"),
    );
    return {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      ...(this.#has("closedObject") && { additionalProperties: false }),
    };
  }

  #parameter(depth: number): JsonSchemaObject {
    const schema = this.#schema(this.#type(depth), depth);
    return {
      ...schema,
      ...(this.#has("title") && { title: capitalize(this.#random.pick(nouns)) }),
      ...(this.#has("description") && {
        description: this.#text(this.#quantile(measured.parameterDescriptionLength)),
      }),
      ...(this.#has("default") && this.#default(schema)),
    };
  }

  #schema(type: TypeName, depth: number): JsonSchemaObject {
    switch (type) {
      case "string":
        return this.#string();
      case "integer":
      case "number":
        return {
          type,
          ...(this.#isRare("bounds") && { minimum: 0, maximum: this.#random.integer(1, 1000) }),
        };
      case "boolean":
        return { type };
      case "array":
        return { type, items: this.#schema(this.#type(depth + 1), depth + 1) };
      case "object":
        return this.#object(this.#quantile(measured.nestedProperties), depth + 1);
      case "nullable":
        return { anyOf: [this.#string(), { type: "null" }] };
      case "any":
        return {};
      default:
        return type satisfies never;
    }
  }

  #string(): JsonSchemaObject {
    if (this.#has("enumOfStrings")) {
      const count = this.#quantile(measured.enumValues);
      return {
        type: "string",
        enum: [...new Set(Array.from({ length: count }, () => this.#random.pick(nouns)))],
      };
    }
    return {
      type: "string",
      ...(this.#isRare("lengths") && { minLength: 1, maxLength: this.#random.integer(10, 500) }),
      ...(this.#isRare("pattern")
        ? { pattern: this.#random.pick(patterns) }
        : this.#isRare("format") && { format: this.#random.pick(formats) }),
    };
  }

  /** A default that the schema accepts; none for complex schemas. */
  #default(schema: JsonSchemaObject): { default?: JsonValue } {
    if (Array.isArray(schema.enum)) return { default: this.#random.pick(schema.enum) as JsonValue };
    if (schema.anyOf !== undefined) return { default: null };
    if (schema.type === "boolean") return { default: this.#random.chance(0.5) };
    if (schema.type === "integer" || schema.type === "number") return { default: schema.maximum ?? 10 };
    if (schema.type === "array") return { default: [] };
    const isPlain = schema.type === "string" && Object.keys(schema).length === 1;
    return isPlain ? { default: this.#random.pick(nouns) } : {};
  }

  #type(depth: number): TypeName {
    const weights: Partial<Record<TypeName, number>> = depth === 1 ? measured.types : measured.nestedTypes;
    const entries = Object.entries(weights) as [TypeName, number][];
    const usable = entries.filter(([name]) => depth < maxDepth || (name !== "object" && name !== "array"));
    let left = this.#random.next() * usable.reduce((sum, [, weight]) => sum + weight, 0);
    return usable.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "string";
  }

  #parameterName(): string {
    const [first, second] = [this.#random.pick(nouns), this.#random.pick(nouns)];
    return this.#random.chance(0.5) ? first : `${first}_${second}`;
  }

  /** A sentence of about `length` characters. */
  #text(length: number): string {
    let text = capitalize(this.#random.pick(verbs));
    while (text.length < length) text += ` ${this.#random.pick(this.#random.chance(0.5) ? nouns : fillers)}`;
    return `${text}.`;
  }

  /** A random number with the measured distribution. */
  #quantile(deciles: readonly number[]): number {
    const place = this.#random.next() * (deciles.length - 1);
    const [below = 0, above = below] = deciles.slice(Math.floor(place));
    return Math.round(below + (above - below) * (place % 1));
  }

  #has(keyword: keyof typeof measured.shareOf): boolean {
    return this.#random.chance(measured.shareOf[keyword]);
  }

  #isRare(keyword: keyof typeof measured.shareOf): boolean {
    return this.#random.chance(measured.shareOf[keyword] * this.#emphasis);
  }
}

/** Adds a recursive parameter, a tree of nodes. */
function withReference(schema: JsonSchemaObject): JsonSchemaObject {
  const node: JsonSchemaObject = {
    type: "object",
    properties: {
      name: { type: "string", description: "The name of the node." },
      children: { type: "array", items: { $ref: "#/$defs/node" } },
    },
    required: ["name"],
  };
  const tree: JsonSchemaObject = { $ref: "#/$defs/node", description: "A tree of nodes." };
  return { ...schema, properties: { ...schema.properties, tree }, $defs: { node } };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
