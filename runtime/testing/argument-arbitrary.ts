import type * as FastCheck from "fast-check";
import type { Arbitrary } from "fast-check";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "../validation/describe-schema.js";
import { compileSchema } from "../validator/compile-schema.js";

/** Nesting depth after which optional parts are omitted. */
const maxDepth = 5;
/** Maximum length of a chain of references. */
const maxLinks = 20;
/** Maximum cost of consecutive invalid values: the length of each as JSON, plus 300. */
const maxCost = 3_000_000;

/**
 * A fast-check arbitrary of valid inputs for a schema: `fc.assert(fc.property(argumentArbitrary(fc, schema), …))`.
 * Takes fast-check as a parameter, without its types in the signature, so that only callers have to install it.
 */
export function argumentArbitrary<Module extends { anything(): unknown }>(
  fastCheck: Module,
  schema: JsonSchemaObject,
): ReturnType<Module["anything"]> {
  const validate = compileSchema(schema);
  let cost = 0;
  const isValid = (value: unknown): boolean => {
    const json = JSON.stringify(value);
    const valid = !json.includes('"__proto__":') && validate(structuredClone(value));
    cost = valid ? 0 : cost + json.length + 300;
    if (cost < maxCost) return valid;
    const { instancePath, message = "no value is allowed" } = validate.errors?.[0] ?? {};
    throw new Error(`No value found that matches the schema at ${instancePath || "the root"}: ${message}`);
  };
  const values = arbitraryOf(fastCheck as unknown as typeof FastCheck, schema);
  return values.filter(isValid) as ReturnType<Module["anything"]>;
}

function arbitraryOf(fc: typeof FastCheck, root: JsonSchemaObject): Arbitrary<unknown> {
  const resolved = (schema: JsonSchemaObject): JsonSchemaObject => {
    let target = schema;
    for (let links = 0; typeof target["$ref"] === "string" && links < maxLinks; links++)
      target = resolveRef(root, target["$ref"]) as JsonSchemaObject;
    return target;
  };
  const build = (schema: JsonSchema | undefined, depth: number): Arbitrary<unknown> => {
    if (typeof schema !== "object") return fc.jsonValue({ maxDepth: 1 });
    // A schema that requires itself has no finite value; values with this null are filtered out.
    if (depth > 3 * maxDepth) return fc.constant(null);
    const { const: only, enum: values, allOf = [], anyOf, oneOf = anyOf, ...rest } = resolved(schema);
    if (only !== undefined) return fc.constant(only);
    if (values !== undefined) return fc.constantFrom(...values);
    const whole = (allOf as JsonSchemaObject[]).map(resolved).reduce(merge, rest);
    if (Array.isArray(oneOf)) {
      const choices = (oneOf as JsonSchemaObject[]).map(resolved);
      return fc.oneof(...choices.map((choice) => build(merge(whole, choice), depth + 1)));
    }
    if (whole !== rest) return build(whole, depth + 1);
    const { type = "properties" in rest || "required" in rest ? "object" : undefined } = rest;
    return fc.oneof(...[type].flat().map((each) => ofType(each, rest, depth)));
  };
  const ofType = (type: string | undefined, schema: JsonSchemaObject, depth: number): Arbitrary<unknown> => {
    if (type === "string") return stringOf(fc, schema);
    if (type === "integer") return numberOf(fc, schema, 1);
    if (type === "number") return numberOf(fc, schema, schema.multipleOf);
    if (type === "boolean") return fc.boolean();
    if (type === "null") return fc.constant(null);
    if (type === "array") return arrayOf(schema, depth);
    return type === "object" ? objectOf(schema, depth) : fc.jsonValue({ maxDepth: 1 });
  };
  const arrayOf = (schema: JsonSchemaObject, depth: number): Arbitrary<unknown[]> => {
    const { items, minItems = 0, maxItems = minItems + (depth < maxDepth ? 4 : 0), prefixItems } = schema;
    const fixed = Array.isArray(prefixItems) ? (prefixItems as JsonSchema[]) : [];
    const maxLength = Math.min(maxItems, minItems + 10);
    if (fixed.length > 0 || maxLength === 0) return fc.tuple(...fixed.map((item) => build(item, depth + 1)));
    return fc.array(build(items, depth + 1), { minLength: minItems, maxLength });
  };
  const objectOf = (schema: JsonSchemaObject, depth: number): Arbitrary<unknown> => {
    const { properties = {}, required = [], additionalProperties } = schema;
    const optional = depth < maxDepth ? Object.keys(properties) : [];
    const names = [...new Set([...required, ...optional])];
    if (typeof additionalProperties === "object" && names.length === 0 && depth < maxDepth) {
      const key = fc.string({ minLength: 1, maxLength: 10 });
      const value = build(additionalProperties, depth + 1);
      return fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
    }
    const model = Object.fromEntries(names.map((name) => [name, build(properties[name], depth + 1)]));
    return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
  };
  return build(root, 0);
}

function stringOf(fc: typeof FastCheck, schema: JsonSchemaObject): Arbitrary<string> {
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
function numberOf(fc: typeof FastCheck, schema: JsonSchemaObject, defaultStep?: number): Arbitrary<number> {
  const { multipleOf: step = defaultStep, minimum = -1e9, maximum = 1e9 } = schema;
  const { exclusiveMinimum = minimum, exclusiveMaximum = maximum } = schema;
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.max(low, Math.min(maximum, exclusiveMaximum));
  if (step === undefined) return fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true });
  const min = Math.ceil(low / step);
  const max = Math.max(min, Math.floor(high / step));
  return fc.integer({ min, max }).map((count) => count * step);
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
