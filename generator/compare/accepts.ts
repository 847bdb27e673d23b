import type { JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "../json-schema/schema-compiler.js";

/** Tells whether every schema of a list accepts a value; undefined when that cannot be found out. */
export function acceptor(
  schemas: readonly unknown[],
  { $defs }: JsonSchemaObject,
): ((value: unknown) => boolean) | undefined {
  const schema = { allOf: schemas.map(withoutIdentity), ...($defs !== undefined && { $defs }) };
  // `#` would mean this schema instead of the root.
  if (/"\$ref":"#"/.test(JSON.stringify(schema))) return undefined;
  const validate = compileSchema(schema, "first-error");
  return validate instanceof Error ? undefined : (value) => validate(value);
}

/** A schema without what names or holds others: they stand at the root. */
function withoutIdentity(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const { $defs: _defs, $id: _id, $schema: _dialect, ...rest } = schema as JsonSchemaObject;
  return rest;
}
