import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss, Refusal } from "../written-schema.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { isSchema, resolvePointer } from "../schema/schema-node.js";
import { describe, quoteValue } from "../schema/phrase-keyword.js";
import { freeName } from "../tool-name.js";

/** Schemas that expand to more nodes are not sent. */
const mostNodes = 20_000;
const deepest = 100;

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

  constructor(
    root: JsonSchemaObject,
    dialect: SchemaDialect,
    names: ReadonlyMap<string, string>,
    write: Write,
  ) {
    this.root = root;
    this.dialect = dialect;
    this.names = names;
    this.#write = write;
  }

  write(schema: JsonSchema, pointer: string): JsonSchemaObject {
    if (++this.#nodes > mostNodes || this.#depth >= deepest) {
      return this.cannot(pointer, "$ref", "the schema is too large or too deep when it is unfolded", true);
    }
    this.#depth++;
    const sent = this.#write(schema, pointer, this);
    this.#depth--;
    return sent;
  }

  /** Writes an optional property. */
  writeOptional(schema: JsonSchema, pointer: string): JsonSchemaObject {
    return this.#along(
      this.#path.map(({ reference }) => ({ reference, optional: true })),
      () => this.write(schema, pointer),
    );
  }

  /** Inlines the target of a reference. */
  writeTarget(schema: JsonSchema, pointer: string, reference: string): JsonSchemaObject {
    return this.#along([...this.#path, { reference, optional: false }], () => this.write(schema, pointer));
  }

  /** Rejects a schema; a `total` dialect sends a schema that accepts every value instead. */
  cannot(pointer: string, keyword: string, reason: string, schema: JsonSchema): JsonSchemaObject {
    if (!this.dialect.total) {
      this.refusals.push({ pointer, keyword, reason });
      return {};
    }
    const told = `matches ${quoteValue(schema)}`;
    this.losses.push({ pointer, keyword, effect: "widened", told });
    return { description: describe(typeof schema === "object" ? schema.description : undefined, [told]) };
  }

  /** The target of a reference, if it is a schema of this tool. */
  resolve(reference: string): JsonSchema | undefined {
    const target = resolvePointer(this.root, reference);
    return isSchema(target) ? target : undefined;
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
    const definition = { name: this.#definitionName(reference), sent: {} };
    this.#definitions.set(reference, definition);
    definition.sent = this.writeTarget(target, reference.slice(1), reference);
    return definition.name;
  }

  /** The definitions that the sent schema refers to. */
  definitions(): Record<string, JsonSchemaObject> {
    return Object.fromEntries([...this.#definitions.values()].map(({ name, sent }) => [name, sent]));
  }

  #along(path: readonly Step[], work: () => JsonSchemaObject): JsonSchemaObject {
    const outer = this.#path;
    this.#path = path;
    const sent = work();
    this.#path = outer;
    return sent;
  }

  #definitionName(reference: string): string {
    const last = reference.slice(reference.lastIndexOf("/") + 1);
    const base = last.replaceAll(/[^A-Za-z0-9_]+/g, "_").replace(/^_+$/, "") || "root";
    return freeName(base, new Set([...this.#definitions.values()].map(({ name }) => name)));
  }
}
