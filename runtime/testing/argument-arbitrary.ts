import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "../validation/describe-schema.js";
import { snapshot } from "../validation/snapshot.js";
import { compileSchema } from "../validator/compile-schema.js";
import type { ArbitraryLike, FastCheckLike } from "./fast-check-like.js";

/** Levels of references and nesting after which everything optional is left out. */
const maxDepth = 5;

/**
 * An arbitrary of fast-check for the inputs that a schema accepts: `fc.assert(fc.property(argumentArbitrary(fc, schema), …))`.
 * What the schema says beyond types, ranges, patterns and alternatives is met by leaving out what it does not accept.
 */
export function argumentArbitrary<FastCheck extends FastCheckLike>(
  fastCheck: FastCheck,
  schema: JsonSchemaObject,
): ReturnType<FastCheck["anything"]> {
  const validate = compileSchema(schema);
  const built = new ArbitraryBuilder(fastCheck, schema).build(schema, 0);
  const accepted = built.filter((value) => isReadable(value) && validate(structuredClone(value)));
  return accepted as ReturnType<FastCheck["anything"]>;
}

function isReadable(value: unknown): boolean {
  try {
    snapshot(value);
    return true;
  } catch {
    return false;
  }
}

class ArbitraryBuilder {
  readonly #fc: FastCheckLike;
  readonly #root: JsonSchemaObject;

  constructor(fastCheck: FastCheckLike, root: JsonSchemaObject) {
    this.#fc = fastCheck;
    this.#root = root;
  }

  build(schema: JsonSchema | undefined, depth: number): ArbitraryLike<unknown> {
    if (typeof schema !== "object") return this.#fc.jsonValue({ maxDepth: 1 });
    // A schema that requires itself has no value that ends; what is built of this is not accepted.
    if (depth > 3 * maxDepth) return this.#fc.constant(null);
    const { $ref, const: only, enum: values, allOf, anyOf, oneOf, ...rest } = schema;
    if (typeof $ref === "string") return this.build(resolveRef(this.#root, $ref) as JsonSchema, depth + 1);
    if (only !== undefined) return this.#fc.constant(only);
    if (values !== undefined) return this.#fc.constantFrom(...values);
    if (Array.isArray(allOf)) {
      const parts = (allOf as JsonSchemaObject[]).map((part) => this.#resolved(part));
      return this.build(parts.reduce(merge, { ...rest, ...present({ anyOf, oneOf }) }), depth + 1);
    }
    const alternatives = anyOf ?? oneOf;
    if (Array.isArray(alternatives)) {
      const choices = (alternatives as JsonSchemaObject[]).map((choice) => this.#resolved(choice));
      return this.#oneOf(choices.map((choice) => this.build(merge(rest, choice), depth + 1)));
    }
    const types = typeof rest.type === "string" ? [rest.type] : (rest.type ?? [guessType(rest)]);
    return this.#oneOf(types.map((type) => this.#ofType(type, rest, depth)));
  }

  #resolved(schema: JsonSchemaObject): JsonSchemaObject {
    return typeof schema["$ref"] === "string"
      ? (resolveRef(this.#root, schema["$ref"]) as JsonSchemaObject)
      : schema;
  }

  #oneOf(choices: readonly ArbitraryLike<unknown>[]): ArbitraryLike<unknown> {
    const [only] = choices;
    return choices.length === 1 && only !== undefined ? only : this.#fc.oneof(...(choices as never[]));
  }

  #ofType(type: string | undefined, schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown> {
    switch (type) {
      case "string":
        return this.#string(schema);
      case "integer":
        return this.#integer(schema);
      case "number":
        return schema.multipleOf === undefined ? this.#number(schema) : this.#integer(schema);
      case "boolean":
        return this.#fc.boolean();
      case "null":
        return this.#fc.constant(null);
      case "array":
        return this.#array(schema, depth);
      case "object":
        return this.#object(schema, depth);
      case undefined:
      default:
        return this.#fc.jsonValue({ maxDepth: 1 });
    }
  }

  #string({
    format,
    pattern,
    minLength = 0,
    maxLength = minLength + 20,
  }: JsonSchemaObject): ArbitraryLike<string> {
    const fc = this.#fc;
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
    const instant = fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString());
    const formats: Readonly<Record<string, () => ArbitraryLike<string>>> = {
      uuid: () => fc.uuid(),
      email: () => fc.emailAddress(),
      uri: () => fc.webUrl(),
      hostname: () => fc.domain(),
      ipv4: () => fc.ipV4(),
      ipv6: () => fc.ipV6(),
      "date-time": () => instant,
      date: () => instant.map((text) => text.slice(0, 10)),
      time: () => instant.map((text) => text.slice(11)),
    };
    return (format === undefined ? undefined : formats[format]?.()) ?? fc.string({ minLength, maxLength });
  }

  #integer(schema: JsonSchemaObject): ArbitraryLike<number> {
    const step = schema.multipleOf ?? 1;
    const [low, high] = rangeOf(schema, 1);
    const min = Math.max(Math.ceil(low / step), -(2 ** 31));
    return this.#fc
      .integer({ min, max: Math.max(min, Math.min(Math.floor(high / step), 2 ** 31 - 1)) })
      .map((count) => count * step);
  }

  #number(schema: JsonSchemaObject): ArbitraryLike<number> {
    const [low, high] = rangeOf(schema, 0);
    const min = Math.max(low, -1e9);
    return this.#fc.double({
      min,
      max: Math.max(min, Math.min(high, 1e9)),
      noNaN: true,
      noDefaultInfinity: true,
    });
  }

  #array(schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown[]> {
    const { items, minItems = 0, maxItems = minItems + (depth < maxDepth ? 4 : 0), prefixItems } = schema;
    if (Array.isArray(prefixItems)) {
      const parts = (prefixItems as JsonSchema[]).map((item) => this.build(item, depth + 1));
      return this.#fc.tuple(...(parts as never[]));
    }
    const maxLength = Math.min(maxItems, minItems + 10);
    if (maxLength === 0) return this.#fc.tuple();
    const limits = { minLength: minItems, maxLength };
    return this.#fc.array(this.build(items, depth + 1) as never, limits);
  }

  #object(schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const wanted = Object.entries(properties).filter(([name]) => depth < maxDepth || required.includes(name));
    const known = Object.fromEntries(
      wanted.map(([name, property]) => [name, this.build(property, depth + 1)]),
    );
    const others = Object.fromEntries(
      required
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => [name, this.build(true, depth + 1)]),
    );
    const model = { ...known, ...others };
    const record = this.#fc.record(
      model as never,
      { requiredKeys: [...required], noNullPrototype: true } as never,
    );
    if (typeof additionalProperties !== "object" || wanted.length > 0 || depth >= maxDepth) return record;
    const key = this.#fc.string({ minLength: 1, maxLength: 10 }).filter((name) => name !== "__proto__");
    const value = this.build(additionalProperties, depth + 1);
    // A copy, because dictionaries may come without a prototype.
    return this.#fc.dictionary(key as never, value as never, { maxKeys: 3 }).map((map) => ({ ...map }));
  }
}

/** The range of a number; an open end moves by `step`. */
function rangeOf(schema: JsonSchemaObject, step: number): [low: number, high: number] {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const low = typeof exclusiveMinimum === "number" ? exclusiveMinimum + step : Number.NEGATIVE_INFINITY;
  const high = typeof exclusiveMaximum === "number" ? exclusiveMaximum - step : Number.POSITIVE_INFINITY;
  return [Math.max(low, schema.minimum ?? low), Math.min(high, schema.maximum ?? high)];
}

function guessType({
  properties,
  required,
  items,
  pattern,
  minLength,
}: JsonSchemaObject): string | undefined {
  if (properties !== undefined || required !== undefined) return "object";
  if (items !== undefined) return "array";
  return pattern !== undefined || minLength !== undefined ? "string" : undefined;
}

/** Two schemas that both hold, as far as they can be put into one. */
function merge(a: JsonSchemaObject, b: JsonSchemaObject): JsonSchemaObject {
  return {
    ...a,
    ...b,
    ...((a.properties ?? b.properties) && { properties: { ...a.properties, ...b.properties } }),
    ...((a.required ?? b.required) && {
      required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])],
    }),
  };
}

function present(fields: Readonly<Record<string, unknown>>): JsonSchemaObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
