import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";

/** The schema of a tool's data. An image is content of its own, and a schema that allows everything promises nothing. */
export function outputSchemaOf({ kind, result: { dataSchema } }: ToolSpec): JsonSchemaObject | undefined {
  if (kind === "image") return undefined;
  const schema = dataSchema ?? (isWellKnownKind(kind) ? wellKnownSchemas[kind] : {});
  return Object.keys(schema).length === 0 ? undefined : schema;
}
