import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss, Refusal } from "../written-schema.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { describe, quoteValue } from "../schema/phrase-keyword.js";
import { sentNames } from "../wire/sent-names.js";

/** Schemas that expand to more nodes are not sent. */
const maxNodes = 20_000;
const maxDepth = 100;

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
  /** The references being followed. */
  readonly #path = ["#"];
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
      return this.reject(
        pointer,
        "$ref",
        "the schema is too large or too deep when its references are expanded",
        true,
      );
    }
    this.#depth++;
    const sent = this.#write(schema, pointer, this);
    this.#depth--;
    return sent;
  }

  /** Writes the target of a reference. */
  writeTarget(schema: JsonSchema, pointer: string, reference: string): JsonSchemaObject {
    this.#path.push(reference);
    const sent = this.write(schema, pointer);
    this.#path.pop();
    return sent;
  }

  /** Rejects a schema; a `lossy` dialect sends a schema that accepts every value instead. */
  reject(pointer: string, keyword: string, reason: string, schema: JsonSchema): JsonSchemaObject {
    if (!this.dialect.lossy) {
      this.refusals.push({ pointer, keyword, reason });
      return {};
    }
    const note = `matches ${quoteValue(schema)}`;
    this.losses.push({ pointer, keyword, effect: "widened", note });
    return { description: describe(typeof schema === "object" ? schema.description : undefined, [note]) };
  }

  /** Whether a reference is being followed. */
  isOpen(reference: string): boolean {
    return this.#path.includes(reference);
  }
}
