import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, schemaEntries, schemaList } from "./schema/schema-node.js";

/** What Anthropic counts over all strict tools of a request. */
export interface StrictParameters {
  readonly optional: number;
  readonly unions: number;
}

/** Counts the parameters of a sent schema, at every depth, that are optional or have a union type. */
export function countStrictParameters(root: JsonSchemaObject): StrictParameters {
  let optional = 0;
  let unions = 0;
  const visit = (schema: unknown): void => {
    if (!isSchema(schema) || typeof schema === "boolean") return;
    if (Array.isArray(schema.type) || Array.isArray(schema["anyOf"])) unions++;
    for (const [name, inner] of schemaEntries(schema.properties)) {
      if (schema.required?.includes(name) !== true) optional++;
      visit(inner);
    }
    for (const [, inner] of schemaEntries(schema["$defs"])) visit(inner);
    for (const inner of schemaList(schema["anyOf"])) visit(inner);
    visit(schema.items);
  };
  visit(root);
  return { optional, unions };
}
