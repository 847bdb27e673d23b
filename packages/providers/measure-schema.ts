import type { JsonSchema } from "@toolkiln/runtime";
import { isSchema, schemaEntries, schemaList } from "./schema/schema-node.js";

/** The size of a sent schema, in the units that providers limit. */
export interface SchemaSize {
  /** Levels of nested objects and lists. */
  readonly depth: number;
  readonly properties: number;
  /** Characters of property names, enum values and constants. */
  readonly textLength: number;
  readonly enumValues: number;
  /** Optional parameters at every depth. */
  readonly optional: number;
  /** Schemas with a union type. */
  readonly unions: number;
}

/** Measures a sent schema. Does not follow `$ref`, which strict dialects do not contain. */
export function measureSchema(root: JsonSchema): SchemaSize {
  let depth = 0;
  let properties = 0;
  let textLength = 0;
  let enumValues = 0;
  let optional = 0;
  let unions = 0;
  const visit = (schema: unknown, level: number): void => {
    if (!isSchema(schema) || typeof schema === "boolean") return;
    depth = Math.max(depth, level);
    if (Array.isArray(schema.type) || Array.isArray(schema["anyOf"])) unions++;
    for (const [name, inner] of schemaEntries(schema.properties)) {
      properties++;
      if (schema.required?.includes(name) !== true) optional++;
      textLength += name.length;
      visit(inner, level + 1);
    }
    if (schema.enum !== undefined) enumValues += schema.enum.length;
    const literals = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
    for (const value of literals)
      textLength += typeof value === "string" ? value.length : JSON.stringify(value).length;
    for (const inner of schemaList(schema["anyOf"])) visit(inner, level);
    visit(schema.items, level + 1);
  };
  visit(root, 0);
  return { depth, properties, textLength, enumValues, optional, unions };
}
