import type { JsonSchema } from "@toolkiln/runtime";
import { escapeStep } from "../../json-schema/pointer-step.js";

/** A property that a schema declares. */
export interface PropertyName {
  readonly name: string;
  /** JSON pointer to its schema. */
  readonly pointer: string;
}

/** The properties that a schema declares, in objects and lists at every depth. */
export function* schemaPropertyNames(schema: JsonSchema, pointer = ""): Generator<PropertyName> {
  if (typeof schema === "boolean") return;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = `${pointer}/properties/${escapeStep(name)}`;
    yield { name, pointer: at };
    yield* schemaPropertyNames(inner, at);
  }
  if (schema.items !== undefined) yield* schemaPropertyNames(schema.items, `${pointer}/items`);
}
