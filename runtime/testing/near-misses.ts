import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { compileSchema } from "../validator/compile-schema.js";

/** An almost valid input. */
export interface NearMiss {
  /** What is wrong with it. */
  readonly title: string;
  readonly input: unknown;
}

/** Inputs that each differ from a valid one in one way and that the schema rejects. */
export function nearMisses(schema: JsonSchemaObject, valid: object): readonly NearMiss[] {
  const validate = compileSchema(schema);
  const { properties = {}, required = [] } = schema;
  const candidates: NearMiss[] = [
    { title: "null", input: null },
    { title: "an array around the input", input: [valid] },
    { title: "the input as a string", input: JSON.stringify(valid) },
    { title: "a parameter that does not exist", input: { ...valid, "unknown parameter": 1 } },
    ...required.map((name) => ({ title: `without '${name}'`, input: { ...valid, [name]: undefined } })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      wrongValues(property, Reflect.get(valid, name)).map(([title, value]) => ({
        title: `'${name}' ${title}`,
        input: { ...valid, [name]: value },
      })),
    ),
  ];
  return candidates.filter(({ input }) => !validate(structuredClone(input)));
}

function wrongValues(schema: JsonSchema, valid: unknown): (readonly [title: string, value: unknown])[] {
  const keywords: JsonSchemaObject = typeof schema === "object" ? schema : {};
  const { minimum = 0, maximum = 0, minLength = 1, maxLength = 0 } = keywords;
  return [
    ["is null", null],
    ["is a number", 4.25],
    ["is text", "no such value"],
    ["is an object", { unknown: true }],
    ["is an array", [[null]]],
    ["is a JSON string of itself", JSON.stringify(valid ?? {})],
    ["is too small", minimum - 1],
    ["is too large", maximum + 1],
    ["is too short", "x".repeat(Math.max(minLength - 1, 0))],
    ["is too long", "x".repeat(maxLength + 1)],
    ["has too few items", []],
  ];
}
