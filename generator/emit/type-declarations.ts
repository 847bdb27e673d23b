import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { compile } from "json-schema-to-typescript";
import { commentText } from "./doc-comment.js";

/** Writes the TypeScript type of a schema as an exported declaration of that name. */
export async function typeDeclaration(
  schema: JsonSchemaObject,
  name: string,
  comment: string,
): Promise<string> {
  const prepared = { ...(prepare(schema) as JsonSchemaObject), description: commentText(comment) };
  const text = await compile(prepared as Parameters<typeof compile>[0], name, {
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
    $refOptions: { resolve: { file: false, http: false, external: false } },
  });
  return tidy(text.trim());
}

/** One-line comments on one line, no parentheses around a union that stands alone. */
function tidy(declaration: string): string {
  return declaration
    .replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, "/** $1 */")
    .replaceAll(/^(.*[?:] )\(([^()]*)\)$/gm, "$1$2");
}

/** The schema of what the tool receives: parameters with a default are always there. */
export function withDefaultsFilledIn(schema: JsonSchemaObject): JsonSchemaObject {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return schema;
  const filled = properties.map(([name, property]): [string, JsonSchema] => [
    name,
    typeof property === "object" && property.properties ? withDefaultsFilledIn(property) : property,
  ]);
  const defaulted = properties.filter(
    ([, property]) => typeof property === "object" && "default" in property,
  );
  const required = new Set([...(schema.required ?? []), ...defaulted.map(([name]) => name)]);
  return { ...schema, properties: Object.fromEntries(filled), required: [...required] };
}

/** Takes out what would rename types or write comments of its own, and makes descriptions safe. */
function prepare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(prepare);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (key === "title" || key === "$id" || key === "default" || key === "tsType" || key === "tsEnumNames")
      return [];
    if (key === "description" && typeof value === "string") return [[key, commentText(value)]];
    return [[key, prepare(value)]];
  });
  return Object.fromEntries(entries);
}
