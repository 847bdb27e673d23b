import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "../validation/describe-schema.js";
import { compileSchema } from "../validator/compile-schema.js";
import type { ArbitraryLike, FastCheckLike } from "./fast-check-like.js";

/** Depth of references and nesting after which optional parts are omitted. */
const maxDepth = 5;

/**
 * A fast-check arbitrary of valid inputs for a schema: `fc.assert(fc.property(argumentArbitrary(fc, schema), …))`.
 * Keywords beyond types, ranges, patterns and alternatives are met by filtering out invalid values.
 */
export function argumentArbitrary<FastCheck extends FastCheckLike>(
  fastCheck: FastCheck,
  schema: JsonSchemaObject,
): ReturnType<FastCheck["anything"]> {
  const validate = compileSchema(schema);
  const built = new ArbitraryBuilder(fastCheck, schema).build(schema, 0);
  const accepted = built.filter(
    (value) => !JSON.stringify(value).includes('"__proto__":') && validate(structuredClone(value)),
  );
  return accepted as ReturnType<FastCheck["anything"]>;
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
    // A schema that requires itself has no finite value; values with this null are filtered out.
    if (depth > 3 * maxDepth) return this.#fc.constant(null);
    const { const: only, enum: values, allOf = [], anyOf, oneOf = anyOf, ...rest } = this.#resolved(schema);
    if (only !== undefined) return this.#fc.constant(only);
    if (values !== undefined) return this.#fc.constantFrom(...values);
    const whole = (allOf as JsonSchemaObject[]).map((part) => this.#resolved(part)).reduce(merge, rest);
    if (Array.isArray(oneOf)) {
      const choices = (oneOf as JsonSchemaObject[]).map((choice) => this.#resolved(choice));
      return this.#oneOf(choices.map((choice) => this.build(merge(whole, choice), depth + 1)));
    }
    if (whole !== rest) return this.build(whole, depth + 1);
    const { type = "properties" in rest || "required" in rest ? "object" : undefined } = rest;
    const types = Array.isArray(type) ? type : [type];
    return this.#oneOf(types.map((each: unknown) => this.#ofType(each, rest, depth)));
  }

  #resolved(schema: JsonSchemaObject): JsonSchemaObject {
    const { $ref } = schema;
    return typeof $ref === "string" ? (resolveRef(this.#root, $ref) as JsonSchemaObject) : schema;
  }

  #oneOf(choices: readonly ArbitraryLike<unknown>[]): ArbitraryLike<unknown> {
    return this.#fc.oneof(...(choices as never[]));
  }

  #ofType(type: unknown, schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown> {
    switch (type) {
      case "string":
        return this.#string(schema);
      case "integer":
      case "number":
        return this.#number(schema, type === "integer" ? 1 : schema.multipleOf);
      case "boolean":
        return this.#fc.boolean();
      case "null":
        return this.#fc.constant(null);
      case "array":
        return this.#array(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return this.#fc.jsonValue({ maxDepth: 1 });
    }
  }

  #string(schema: JsonSchemaObject): ArbitraryLike<string> {
    const fc = this.#fc;
    const { format = "", pattern, minLength = 0, maxLength = minLength + 20 } = schema;
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
    return formats[format]?.() ?? fc.string({ minLength, maxLength });
  }

  /** A number in a range; with a step, a multiple of it. */
  #number(schema: JsonSchemaObject, least: number | undefined): ArbitraryLike<number> {
    const { multipleOf: step = least, minimum = -1e9, maximum = 1e9 } = schema;
    const { exclusiveMinimum = minimum, exclusiveMaximum = maximum } = schema;
    const low = Math.max(minimum, Number(exclusiveMinimum));
    const high = Math.max(low, Math.min(maximum, Number(exclusiveMaximum)));
    if (step === undefined)
      return this.#fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true });
    const min = Math.ceil(low / step);
    return this.#fc
      .integer({ min, max: Math.max(min, Math.floor(high / step)) })
      .map((count) => count * step);
  }

  #array(schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown[]> {
    const { items, minItems = 0, maxItems = minItems + (depth < maxDepth ? 4 : 0), prefixItems } = schema;
    const fixed = Array.isArray(prefixItems) ? (prefixItems as JsonSchema[]) : [];
    const maxLength = Math.min(maxItems, minItems + 10);
    if (fixed.length > 0 || maxLength === 0)
      return this.#fc.tuple(...(fixed.map((item) => this.build(item, depth + 1)) as never[]));
    return this.#fc.array(this.build(items, depth + 1) as never, { minLength: minItems, maxLength });
  }

  #object(schema: JsonSchemaObject, depth: number): ArbitraryLike<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const optional = depth < maxDepth ? Object.keys(properties) : [];
    const names = [...new Set([...required, ...optional])];
    if (typeof additionalProperties === "object" && names.length === 0 && depth < maxDepth) {
      const key = this.#fc.string({ minLength: 1, maxLength: 10 });
      const value = this.build(additionalProperties, depth + 1);
      // Copied, because dictionaries may have no prototype.
      return this.#fc.dictionary(key as never, value as never, { maxKeys: 3 }).map((map) => ({ ...map }));
    }
    const model = Object.fromEntries(names.map((name) => [name, this.build(properties[name], depth + 1)]));
    return this.#fc.record(model as never, { requiredKeys: [...required], noNullPrototype: true } as never);
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
