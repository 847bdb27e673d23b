import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { mergeSchemas } from "./merge-schemas.js";
import { resolveReference, schemaEntries } from "./schema-node.js";

const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/** Inlines references to scalar types: forms of MCP clients do not resolve them and would send the value as text. */
export function inlineScalars(root: JsonSchemaObject): JsonSchemaObject {
  const { $defs, ...own } = root;
  if ($defs === undefined || own.properties === undefined) return root;
  const properties = Object.fromEntries(
    schemaEntries(own.properties).map(([name, schema]) => [name, resolved(schema, root)]),
  );
  const text = JSON.stringify([{ ...own, properties }, $defs]);
  const used = schemaEntries($defs).filter(([name]) => text.includes(JSON.stringify(`#/$defs/${name}`)));
  return { ...own, properties, ...(used.length > 0 && { $defs: Object.fromEntries(used) }) };
}

function resolved(schema: JsonSchema, root: JsonSchemaObject): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { $ref, ...siblings } = schema;
  const target = resolveReference(root, $ref);
  if (typeof target !== "object") return schema;
  const isScalar = target.enum !== undefined || scalars.has(target.type);
  return (isScalar ? mergeSchemas(siblings, target) : undefined) ?? schema;
}
