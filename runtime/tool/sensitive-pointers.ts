import { pointerTo } from "../validation/json-pointer.js";
import type { JsonSchema } from "./json-schema.js";

/** JSON pointers of the places that a schema marks as sensitive; `*` stands for every item or map value. */
export function sensitivePointers(schema: JsonSchema | undefined, pointer = ""): readonly string[] {
  if (typeof schema !== "object") return [];
  if (schema["x-sensitive"] === true) return [pointer];
  const alternatives = [schema["anyOf"], schema["oneOf"], schema["allOf"]].flatMap((list) =>
    Array.isArray(list) ? (list as JsonSchema[]) : [],
  );
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      sensitivePointers(property, pointerTo(pointer, name)),
    ),
    ...sensitivePointers(schema.items, `${pointer}/*`),
    ...sensitivePointers(schema.additionalProperties, `${pointer}/*`),
    ...alternatives.flatMap((alternative) => sensitivePointers(alternative, pointer)),
  ];
}
