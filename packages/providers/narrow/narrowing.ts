import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss, Refusal } from "../written-schema.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { describe, quoteValue } from "../schema/phrase-keyword.js";
import { freeName } from "../tool-name.js";
import { sentNames } from "../wire/sent-names.js";

/** Schemas that expand to more nodes are not sent. */
const maxNodes = 20_000;
const maxDepth = 100;

/** A reference being followed, and whether an optional property came after it. */
interface Step {
  readonly reference: string;
  readonly optional: boolean;
}

/** Writes a nested schema. */
type Write = (schema: JsonSchema, pointer: string, narrowing: Narrowing) => JsonSchemaObject;

/** Converts one tool's schema to one narrow dialect. */
export class Narrowing {
  readonly losses: Loss[] = [];
  readonly refusals: Refusal[] = [];
  readonly root: JsonSchemaObject;
  readonly dialect: SchemaDialect;
  /** Sent property names, by the names in the manifest. */
  readonly names: ReadonlyMap<string, string>;
  readonly #write: Write;
  readonly #definitions = new Map<string, { readonly name: string; sent: JsonSchemaObject }>();
  /** The references being followed. */
  #path: readonly Step[] = [];
  #nodes = 0;
  #depth = 0;

  constructor(root: JsonSchemaObject, dialect: SchemaDialect, write: Write) {
    this.root = root;
    this.dialect = dialect;
    this.names = sentNames(root, dialect.propertyName);
    this.#write = write;
  }

  write(schema: JsonSchema, pointer: string): JsonSchemaObject {
    if (++this.#nodes > maxNodes || this.#depth >= maxDepth) {
      return this.reject(pointer, "$ref", "the schema is too large or too deep when it is unfolded", true);
    }
    this.#depth++;
    const sent = this.#write(schema, pointer, this);
    this.#depth--;
    return sent;
  }

  /** Writes an optional property. */
  writeOptional(schema: JsonSchema, pointer: string): JsonSchemaObject {
    const path = this.#path.map(({ reference }) => ({ reference, optional: true }));
    return this.#writeAlong(path, schema, pointer);
  }

  /** Inlines the target of a reference. */
  writeTarget(schema: JsonSchema, pointer: string, reference: string): JsonSchemaObject {
    return this.#writeAlong([...this.#path, { reference, optional: false }], schema, pointer);
  }

  /** Rejects a schema; a `total` dialect sends a schema that accepts every value instead. */
  reject(pointer: string, keyword: string, reason: string, schema: JsonSchema): JsonSchemaObject {
    if (!this.dialect.total) {
      this.refusals.push({ pointer, keyword, reason });
      return {};
    }
    const told = `matches ${quoteValue(schema)}`;
    this.losses.push({ pointer, keyword, effect: "widened", told });
    return { description: describe(typeof schema === "object" ? schema.description : undefined, [told]) };
  }

  /** Whether a reference is being followed, and whether an optional property came after it. */
  inProgress(reference: string): "optional" | "required" | undefined {
    const step = this.#path.find((each) => each.reference === reference);
    return step && (step.optional ? "optional" : "required");
  }

  /** The name of a definition; writes it on first use. */
  define(reference: string, target: JsonSchema): string {
    const known = this.#definitions.get(reference);
    if (known !== undefined) return known.name;
    const last = reference.slice(reference.lastIndexOf("/") + 1);
    const base = last.replaceAll(/[^A-Za-z0-9_]+/g, "_").replace(/^_+$/, "") || "root";
    const name = freeName(base, new Set(Object.keys(this.definitions())));
    const definition = { name, sent: {} };
    this.#definitions.set(reference, definition);
    definition.sent = this.writeTarget(target, reference.slice(1), reference);
    return name;
  }

  /** The definitions that the sent schema refers to. */
  definitions(): Record<string, JsonSchemaObject> {
    return Object.fromEntries([...this.#definitions.values()].map(({ name, sent }) => [name, sent]));
  }

  #writeAlong(path: readonly Step[], schema: JsonSchema, pointer: string): JsonSchemaObject {
    const outer = this.#path;
    this.#path = path;
    const sent = this.write(schema, pointer);
    this.#path = outer;
    return sent;
  }
}
