import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { compileSchema } from "../validator/compile-schema.js";

/** An input that is almost right. */
export interface NearMiss {
  /** What is wrong with it. */
  readonly title: string;
  readonly input: unknown;
}

/** Inputs that differ from a valid one in one thing each, such that the schema refuses every one of them. */
export function nearMisses(schema: JsonSchemaObject, valid: object): readonly NearMiss[] {
  const validate = compileSchema(schema);
  const { properties = {}, required = [] } = schema;
  const candidates: NearMiss[] = [
    { title: "null", input: null },
    { title: "an array around the input", input: [valid] },
    { title: "the input as a string", input: JSON.stringify(valid) },
    { title: "a parameter that does not exist", input: { ...valid, "unknown parameter": 1 } },
    ...required.map((name) => ({ title: `without '${name}'`, input: without(valid, name) })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      wrongValues(property, Reflect.get(valid, name)).map(([title, value]) => ({
        title: `'${name}' ${title}`,
        input: { ...valid, [name]: value },
      })),
    ),
  ];
  return candidates.filter(({ input }) => !validate(structuredClone(input)));
}

function wrongValues(
  schema: JsonSchema,
  valid: unknown,
): readonly (readonly [title: string, value: unknown])[] {
  const {
    minimum,
    maximum,
    minLength = 0,
    maxLength,
    minItems = 0,
  } = typeof schema === "object" ? schema : {};
  return [
    ["is null", null],
    ["is a number", 4.25],
    ["is text", "no such value"],
    ["is an object", { unknown: true }],
    ["is an array", [[null]]],
    ["is a JSON string of itself", JSON.stringify(valid ?? {})],
    ...(minimum === undefined ? [] : [["is too small", minimum - 1] as const]),
    ...(maximum === undefined ? [] : [["is too large", maximum + 1] as const]),
    ...(minLength === 0 ? [] : [["is too short", "x".repeat(minLength - 1)] as const]),
    ...(maxLength === undefined ? [] : [["is too long", "x".repeat(maxLength + 1)] as const]),
    ...(minItems === 0 ? [] : [["has too few items", []] as const]),
  ];
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
