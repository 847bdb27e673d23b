import type * as FastCheck from "fast-check";
import type { Arbitrary } from "fast-check";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "../validation/describe-schema.js";
import { compileSchema } from "../validator/compile-schema.js";

/** Depth of references and nesting after which optional parts are omitted. */
const maxDepth = 5;

/**
 * A fast-check arbitrary of valid inputs for a schema: `fc.assert(fc.property(argumentArbitrary(fc, schema), …))`.
 * Generates values by type, range, pattern and alternative, and filters out those that violate other keywords.
 *
 * Takes fast-check as a parameter and does not name its types, so that only those who call this have to install it.
 */
export function argumentArbitrary<Module extends { anything(): unknown }>(
  fastCheck: Module,
  schema: JsonSchemaObject,
): ReturnType<Module["anything"]> {
  const validate = compileSchema(schema);
  const built = new ArbitraryBuilder(fastCheck as unknown as typeof FastCheck, schema).build(schema, 0);
  const accepted = built.filter(
    (value) => !JSON.stringify(value).includes('"__proto__":') && validate(structuredClone(value)),
  );
  return accepted as ReturnType<Module["anything"]>;
}

class ArbitraryBuilder {
  readonly #fc: typeof FastCheck;
  readonly #root: JsonSchemaObject;

  constructor(fastCheck: typeof FastCheck, root: JsonSchemaObject) {
    this.#fc = fastCheck;
    this.#root = root;
  }

  build(schema: JsonSchema | undefined, depth: number): Arbitrary<unknown> {
    if (typeof schema !== "object") return this.#fc.jsonValue({ maxDepth: 1 });
    // A schema that requires itself has no finite value; values with this null are filtered out.
    if (depth > 3 * maxDepth) return this.#fc.constant(null);
    const { const: only, enum: values, allOf = [], anyOf, oneOf = anyOf, ...rest } = this.#resolved(schema);
    if (only !== undefined) return this.#fc.constant(only);
    if (values !== undefined) return this.#fc.constantFrom(...values);
    const whole = (allOf as JsonSchemaObject[]).map((part) => this.#resolved(part)).reduce(merge, rest);
    if (Array.isArray(oneOf)) {
      const choices = (oneOf as JsonSchemaObject[]).map((choice) => this.#resolved(choice));
      return this.#fc.oneof(...choices.map((choice) => this.build(merge(whole, choice), depth + 1)));
    }
    if (whole !== rest) return this.build(whole, depth + 1);
    const { type = "properties" in rest || "required" in rest ? "object" : undefined } = rest;
    return this.#fc.oneof(...[type].flat().map((each) => this.#ofType(each, rest, depth)));
  }

  #resolved(schema: JsonSchemaObject): JsonSchemaObject {
    const { $ref } = schema;
    return typeof $ref === "string" ? (resolveRef(this.#root, $ref) as JsonSchemaObject) : schema;
  }

  #ofType(type: string | undefined, schema: JsonSchemaObject, depth: number): Arbitrary<unknown> {
    const fc = this.#fc;
    const types: Readonly<Record<string, () => Arbitrary<unknown>>> = {
      string: () => this.#string(schema),
      integer: () => this.#number(schema, 1),
      number: () => this.#number(schema, schema.multipleOf),
      boolean: () => fc.boolean(),
      null: () => fc.constant(null),
      array: () => this.#array(schema, depth),
      object: () => this.#object(schema, depth),
    };
    return types[type ?? ""]?.() ?? fc.jsonValue({ maxDepth: 1 });
  }

  #string(schema: JsonSchemaObject): Arbitrary<string> {
    const fc = this.#fc;
    const { format = "", pattern, minLength = 0, maxLength = minLength + 20 } = schema;
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
    const instant = fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString());
    const formats: Readonly<Record<string, () => Arbitrary<string>>> = {
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
    return formats[format]?.() ?? fc.string({ minLength, maxLength });
  }

  /** A number in a range; with a step, a multiple of it. */
  #number(schema: JsonSchemaObject, least: number | undefined): Arbitrary<number> {
    const { multipleOf: step = least, minimum = -1e9, maximum = 1e9 } = schema;
    const { exclusiveMinimum = minimum, exclusiveMaximum = maximum } = schema;
    const low = Math.max(minimum, exclusiveMinimum);
    const high = Math.max(low, Math.min(maximum, exclusiveMaximum));
    if (step === undefined)
      return this.#fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true });
    const min = Math.ceil(low / step);
    return this.#fc
      .integer({ min, max: Math.max(min, Math.floor(high / step)) })
      .map((count) => count * step);
  }

  #array(schema: JsonSchemaObject, depth: number): Arbitrary<unknown[]> {
    const { items, minItems = 0, maxItems = minItems + (depth < maxDepth ? 4 : 0), prefixItems } = schema;
    const fixed = Array.isArray(prefixItems) ? (prefixItems as JsonSchema[]) : [];
    const maxLength = Math.min(maxItems, minItems + 10);
    if (fixed.length > 0 || maxLength === 0)
      return this.#fc.tuple(...fixed.map((item) => this.build(item, depth + 1)));
    return this.#fc.array(this.build(items, depth + 1), { minLength: minItems, maxLength });
  }

  #object(schema: JsonSchemaObject, depth: number): Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const optional = depth < maxDepth ? Object.keys(properties) : [];
    const names = [...new Set([...required, ...optional])];
    if (typeof additionalProperties === "object" && names.length === 0 && depth < maxDepth) {
      const key = this.#fc.string({ minLength: 1, maxLength: 10 });
      const value = this.build(additionalProperties, depth + 1);
      return this.#fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
    }
    const model = Object.fromEntries(names.map((name) => [name, this.build(properties[name], depth + 1)]));
    return this.#fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
  }
}

/** Merges two schemas that both apply, as far as possible. */
function merge(a: JsonSchemaObject, b: JsonSchemaObject): JsonSchemaObject {
  return {
    ...a,
    ...b,
    ...((a.properties ?? b.properties) && { properties: { ...a.properties, ...b.properties } }),
    ...((a.required ?? b.required) && { required: [...(a.required ?? []), ...(b.required ?? [])] }),
  };
}
