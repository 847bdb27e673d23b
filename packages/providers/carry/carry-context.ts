import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { same, type Codec } from "../codec/codec.js";
import type { Loss, Refusal } from "../loss.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { isSchema, resolvePointer } from "../schema/schema-node.js";
import { quoteValue } from "../schema/phrase-keyword.js";

/** A schema in a provider's dialect, with the way its values travel. */
export interface Carried {
  readonly sent: JsonSchemaObject;
  readonly codec: Codec;
}

/** A definition that is sent once and referred to from several places. */
interface Definition {
  readonly name: string;
  carried: Carried | undefined;
}

/** Schemas that unfold to more than this are not sent. */
const mostNodes = 20_000;
const deepest = 100;

/** What carrying one tool's schema into one dialect has come to so far. */
export class CarryContext {
  readonly root: JsonSchemaObject;
  readonly dialect: SchemaDialect;
  readonly losses: Loss[] = [];
  readonly refusals: Refusal[] = [];
  readonly #definitions = new Map<string, Definition>();
  readonly #carry: (schema: JsonSchema, pointer: string, context: CarryContext) => Carried;
  /** The definitions being carried, each with whether an optional property was passed since. */
  #path: { readonly reference: string; optional: boolean }[] = [];
  #nodes = 0;
  #depth = 0;

  constructor(
    task: { readonly root: JsonSchemaObject; readonly dialect: SchemaDialect },
    carry: (schema: JsonSchema, pointer: string, context: CarryContext) => Carried,
  ) {
    this.root = task.root;
    this.dialect = task.dialect;
    this.#carry = carry;
  }

  /** Carries a schema inside the one being carried. */
  carry(schema: JsonSchema, pointer: string): Carried {
    if (++this.#nodes > mostNodes || this.#depth >= deepest) {
      return this.cannot(pointer, "$ref", "the schema is too large or too deep when it is unfolded", true);
    }
    this.#depth++;
    const carried = this.#carry(schema, pointer, this);
    this.#depth--;
    return carried;
  }

  /** Carries a property that a caller may leave out. */
  carryOptional(schema: JsonSchema, pointer: string): Carried {
    const outer = this.#path;
    this.#path = outer.map(({ reference }) => ({ reference, optional: true }));
    const carried = this.carry(schema, pointer);
    this.#path = outer;
    return carried;
  }

  lose(loss: Loss): void {
    this.losses.push(loss);
  }

  /** Refuses a schema; a dialect that takes everything sends a schema that accepts every value instead. */
  cannot(pointer: string, keyword: string, reason: string, schema: JsonSchema): Carried {
    if (!this.dialect.total) {
      this.refusals.push({ pointer, keyword, reason });
      return { sent: {}, codec: same };
    }
    const told = `matches ${quoteValue(schema)}`;
    this.lose({ pointer, keyword, effect: "widened", told });
    const described = typeof schema === "object" ? schema.description : undefined;
    return { sent: { description: described === undefined ? told : `${described} (${told})` }, codec: same };
  }

  /** What a reference leads to, if it leads to a schema of this tool. */
  resolve(reference: string): JsonSchema | undefined {
    const target = resolvePointer(this.root, reference);
    return isSchema(target) ? target : undefined;
  }

  /** Whether a definition is being carried at the moment, and whether an optional property lies between. */
  inProgress(reference: string): "optional" | "required" | undefined {
    const frame = this.#path.find((step) => step.reference === reference);
    if (frame === undefined) return undefined;
    return frame.optional ? "optional" : "required";
  }

  /** Carries a definition once, and gives its name and codec. */
  define(reference: string, target: JsonSchema): { readonly name: string; readonly codec: Codec } {
    const known = this.#definitions.get(reference);
    const definition = known ?? { name: this.#definitionName(reference), carried: undefined };
    if (known === undefined) {
      this.#definitions.set(reference, definition);
      definition.carried = this.within(reference, () => this.carry(target, reference.slice(1)));
    }
    return {
      name: definition.name,
      codec: { kind: "reference", resolve: () => definition.carried?.codec ?? same },
    };
  }

  /** Does something while a reference is being followed. */
  within<T>(reference: string, work: () => T): T {
    const outer = this.#path;
    this.#path = [...outer, { reference, optional: false }];
    const result = work();
    this.#path = outer;
    return result;
  }

  /** The definitions that references of the sent schema lead to. */
  definitions(): Record<string, JsonSchemaObject> {
    return Object.fromEntries(
      [...this.#definitions.values()].map(({ name, carried }) => [name, carried?.sent ?? {}]),
    );
  }

  #definitionName(reference: string): string {
    const last = reference.slice(reference.lastIndexOf("/") + 1);
    const base = last.replaceAll(/[^A-Za-z0-9_]+/g, "_").replace(/^_+$/, "") || "root";
    const taken = new Set([...this.#definitions.values()].map(({ name }) => name));
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}_${number}`;
      if (!taken.has(name)) return name;
    }
  }
}
