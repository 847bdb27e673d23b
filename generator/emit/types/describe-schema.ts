import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import type { DocParagraph } from "../doc-comment.js";
import { literal } from "../literal.js";
import type { Part } from "./conjunction.js";

type Describe = (value: unknown) => string | undefined;

const number =
  (text: (value: number) => string): Describe =>
  (value) =>
    typeof value === "number" ? text(value) : undefined;

const counted = (quantity: string, noun: string): Describe =>
  number((value) => `${quantity} ${value} ${noun}${value === 1 ? "" : "s"}`);

const maxPatternLength = 80;

/** Constraints that types cannot express. */
const descriptions: Readonly<Record<string, Describe>> = {
  type: (value) => ([value].flat().includes("integer") ? "a whole number" : undefined),
  minimum: number((value) => `at least ${value}`),
  exclusiveMinimum: number((value) => `more than ${value}`),
  maximum: number((value) => `at most ${value}`),
  exclusiveMaximum: number((value) => `less than ${value}`),
  multipleOf: number((value) => `a multiple of ${value}`),
  minLength: number((value) => (value === 1 ? "not empty" : `at least ${value} characters`)),
  maxLength: counted("at most", "character"),
  pattern: (value) =>
    typeof value === "string" && value.length <= maxPatternLength
      ? `matches \`${value}\``
      : "matches a pattern",
  format: (value) => (typeof value === "string" ? `format ${value}` : undefined),
  minItems: counted("at least", "item"),
  maxItems: counted("at most", "item"),
  uniqueItems: (value) => (value === true ? "unique items" : undefined),
  contains: () => "what a list must contain",
  minProperties: number((value) => `at least ${value} ${value === 1 ? "property" : "properties"}`),
  maxProperties: number((value) => `at most ${value} ${value === 1 ? "property" : "properties"}`),
  propertyNames: (value) => {
    const texts = isSchemaObject(value) ? constraintsOf(value) : [];
    return texts.length > 0 ? `each name ${texts.join(", ")}` : "the names of its properties";
  },
  dependentRequired: () => "which properties need others",
  dependentSchemas: () => "which schemas apply if a property is present",
  if: () => "conditions (`if`)",
  not: () => "what it must not be (`not`)",
};

/** Describes what the validator checks beyond the type; undefined for nothing. */
export function describeConstraints(schema: JsonSchemaObject): string | undefined {
  const own = constraintsOf(schema);
  const items = isSchemaObject(schema.items) ? constraintsOf(schema.items) : [];
  const all = items.length > 0 ? [...own, `each item ${items.join(", ")}`] : own;
  return all.length > 0 ? `Checked at run time only: ${all.join(", ")}.` : undefined;
}

const allDescriptions = Object.entries(descriptions);

export function constraintsOf(schema: JsonSchemaObject): string[] {
  if ("enum" in schema || "const" in schema) return [];
  const texts: string[] = [];
  for (const [key, describe] of allDescriptions) {
    const text = Object.hasOwn(schema, key) ? describe(schema[key]) : undefined;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** The documentation of a property: its description, its constraints and its default. */
export function describeProperty(parts: readonly Part[]): DocParagraph[] {
  const schemas = parts.flatMap(({ schema }) => (isSchemaObject(schema) ? [schema] : []));
  const description = schemas.map((schema) => schema.description).find((text) => typeof text === "string");
  const constraints = schemas.flatMap((schema) => describeConstraints(schema) ?? []);
  const deprecated = schemas.find((schema) => schema["deprecated"] === true);
  const defaulted = schemas.find((schema) => schema.default !== undefined);
  const unfilled = parts.some(({ schema, filled }) => schema === defaulted && !filled);
  return [
    ...(description === undefined ? [] : [description]),
    ...new Set(constraints),
    ...(defaulted && unfilled ? [{ tag: "default", text: literal(defaulted.default) } as const] : []),
    ...(deprecated ? [{ tag: "deprecated", text: useInstead(deprecated["x-use-instead"]) } as const] : []),
  ];
}

function useInstead(name: unknown): string {
  return typeof name === "string" ? `Use \`${name}\` instead.` : "";
}
