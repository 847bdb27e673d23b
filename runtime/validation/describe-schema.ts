import type { JsonSchemaObject } from "../tool/json-schema.js";
import { valueAlong, valueAt } from "./json-pointer.js";

const maxListed = 20;
const maxDepth = 4;

/** What a schema expects in a few words, for "expected …"; undefined if it cannot be described. */
export function describeSchema(schema: unknown, root: unknown, depth = 0): string | undefined {
  if (typeof schema !== "object" || schema === null || depth > maxDepth) return undefined;
  const node: JsonSchemaObject = { ...schema };
  if (typeof node["$ref"] === "string")
    return describeSchema(resolveRef(root, node["$ref"]), root, depth + 1);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (Array.isArray(node.enum)) return describeEnum(node.enum);
  const { anyOf, oneOf, ...base } = node;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    const schemas = alternatives.map((each) => ({ ...base, ...(each as object) }));
    const described = schemas.map((each) => describeSchema(each, root, depth + 1));
    const distinct = [...new Set(described.filter((text) => text !== undefined))];
    return distinct.length === 0 ? undefined : distinct.join(" or ");
  }
  const types: readonly string[] = typeof node.type === "string" ? [node.type] : (node.type ?? []);
  const named = depth > 0 ? node : { ...node, required: [] };
  return types.length === 0 ? undefined : types.map((type) => describeType(type, named)).join(" or ");
}

export function resolveRef(root: unknown, reference: string): unknown {
  return reference.startsWith("#") ? valueAt(root, decodeURIComponent(reference.slice(1))) : undefined;
}

function describeEnum(values: readonly unknown[]): string {
  const listed = values.slice(0, maxListed).map((value) => JSON.stringify(value));
  if (values.length === 1) return listed[0] ?? "";
  const more = values.length > maxListed ? ` … (${values.length} in all)` : "";
  return `one of ${listed.join(", ")}${more}`;
}

function describeType(type: string, schema: JsonSchemaObject): string {
  const { items, minItems, maxItems } = schema;
  if (type === "string") return describeString(schema);
  if (type === "integer") return describeNumber("an integer", schema);
  if (type === "number") return describeNumber("a number", schema);
  if (type === "array") {
    const itemType = typeof items === "object" ? items.type : undefined;
    const ofItems = typeof itemType === "string" && itemType !== "null" ? ` of ${itemType}s` : "";
    return `an array${ofItems}${span(minItems, maxItems, "item")}`;
  }
  if (type === "object") return `an object${requiredText(schema)}`;
  return type === "boolean" ? "true or false" : type;
}

/** The required properties, with their constants: they tell an alternative from the others. */
function requiredText({ required = [], properties }: JsonSchemaObject): string {
  const names = required.slice(0, maxListed).map((name) => {
    const only = valueAlong(properties, [name, "const"]);
    return only === undefined ? name : `${name} ${JSON.stringify(only)}`;
  });
  return names.length === 0 ? "" : ` with ${names.join(", ")}`;
}

function describeString({ minLength, maxLength, format, pattern }: JsonSchemaObject): string {
  const isNonEmpty = minLength === 1 && maxLength === undefined;
  const noun = isNonEmpty ? "a non-empty string" : `a string${span(minLength, maxLength, "character")}`;
  const formatted = format === undefined ? "" : ` in the format ${format}`;
  return `${noun}${formatted}${pattern === undefined ? "" : ` that matches /${pattern}/`}`;
}

function describeNumber(noun: string, schema: JsonSchemaObject): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const words = [noun];
  if (minimum !== undefined && maximum !== undefined) words.push(`from ${minimum} to ${maximum}`);
  else if (minimum !== undefined) words.push(`of at least ${minimum}`);
  else if (maximum !== undefined) words.push(`of at most ${maximum}`);
  if (exclusiveMinimum !== undefined) words.push(`greater than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined) words.push(`less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined) words.push(`divisible by ${multipleOf}`);
  return words.join(" ");
}

function span(least: number | undefined, most: number | undefined, noun: string): string {
  const unit = (count: number) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  if (least !== undefined && least === most) return ` with exactly ${unit(least)}`;
  if (least !== undefined && most !== undefined) return ` with ${least} to ${unit(most)}`;
  if (least !== undefined) return ` with at least ${unit(least)}`;
  return most === undefined ? "" : ` with at most ${unit(most)}`;
}
