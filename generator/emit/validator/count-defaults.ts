import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import { fillableParts } from "./fills-defaults.js";

/** Values that filling in defaults may create where a caller sends one empty object. */
const mostCreated = 10_000;
/** Deeper than any default that ends; a value is refused at this depth anyway. */
const deepest = 64;

const emptyObject = {};

/** What filling in the defaults of a value creates: how many values, and how deep inside of each other. */
interface Created {
  readonly values: number;
  readonly depth: number;
}

const nothing: Created = { values: 0, depth: 0 };

/**
 * Counts what defaults create, before any code does it: each may bring forth several that do the same, and one that
 * brings forth itself would be filled in for ever.
 */
export class DefaultCounter {
  readonly #root: JsonSchemaObject;
  readonly #known = new Map<JsonSchemaObject, Map<object, Created | "counting">>();

  constructor(root: JsonSchemaObject) {
    this.#root = root;
  }

  /** Throws when filling in the defaults of a schema would not end, or create more than anybody means. */
  assertFew(schema: JsonSchemaObject): void {
    const { values, depth } = this.#created(schema, emptyObject);
    if (depth > deepest) throw new Error(endless);
    if (values > mostCreated) {
      throw new Error(
        `its defaults would fill in more than ${mostCreated} values for one empty object; leave some of them out`,
      );
    }
  }

  #created(schema: JsonSchema | undefined, value: unknown): Created {
    if (!isSchemaObject(schema) || typeof value !== "object" || value === null) return nothing;
    const counts = this.#known.get(schema) ?? new Map<object, Created | "counting">();
    this.#known.set(schema, counts);
    const known = counts.get(value);
    if (known === "counting") throw new Error(endless);
    if (known !== undefined) return known;
    counts.set(value, "counting");
    const created = this.#count(schema, value);
    counts.set(value, created);
    return created;
  }

  #count(schema: JsonSchemaObject, value: object): Created {
    const { same, properties, patterns, others, prefix, items } = fillableParts(this.#root, schema);
    const found = same.map((part) => this.#created(part, value));
    if (Array.isArray(value)) {
      found.push(...value.map((item: unknown, index) => inside(this.#created(prefix[index] ?? items, item))));
      return sum(found);
    }
    for (const [name, property] of properties) {
      const isThere = Object.hasOwn(value, name);
      const inner: unknown = isThere
        ? Reflect.get(value, name)
        : isSchemaObject(property) && property.default;
      const created = inside(this.#created(property, inner));
      const isFilledIn = !isThere && isSchemaObject(property) && property.default !== undefined;
      found.push(isFilledIn ? { ...created, values: created.values + 1 } : created);
    }
    const named = new Set(properties.map(([name]) => name));
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      for (const [, property] of patterns) found.push(inside(this.#created(property, inner)));
      if (!named.has(name)) found.push(inside(this.#created(others, inner)));
    }
    return sum(found);
  }
}

const endless = "a default leads to itself and would be filled in for ever";

function inside({ values, depth }: Created): Created {
  return { values, depth: depth + 1 };
}

function sum(all: readonly Created[]): Created {
  return {
    values: all.reduce((total, { values }) => total + values, 0),
    depth: all.reduce((most, { depth }) => Math.max(most, depth), 0),
  };
}
