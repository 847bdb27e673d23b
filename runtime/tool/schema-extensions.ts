import { pointerTo } from "../validation/json-pointer.js";
import type { JsonSchema, JsonSchemaObject } from "./json-schema.js";
import type { PathParameter } from "./tool-spec.js";

/**
 * JSON pointers of the places that a schema marks as sensitive; `*` stands for every item or map value. Parameters that
 * are sensitive as a whole are so one by one.
 */
export function sensitivePointers(schema: JsonSchema): readonly string[] {
  return [...places(schema)].flatMap(([pointer, node]) =>
    node["x-sensitive"] === true ? [pointer || "/*"] : [],
  );
}

/** The places that a schema marks as paths. */
export function pathParameters(schema: JsonSchema): readonly PathParameter[] {
  return [...places(schema)].flatMap(([pointer, node]) => {
    const path = node["x-path"];
    if (typeof path !== "object" || path === null) return [];
    return [{ within: "workspace" as const, ...path, pointer }];
  });
}

/** Every place of what a schema describes, alternatives included. */
function* places(
  schema: JsonSchema | undefined,
  pointer = "",
): Iterable<readonly [string, JsonSchemaObject]> {
  if (typeof schema !== "object") return;
  yield [pointer, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* places(property, pointer + pointerTo("", name).replaceAll("*", "~2"));
  }
  yield* places(schema.items, `${pointer}/*`);
  yield* places(schema.additionalProperties, `${pointer}/*`);
  for (const list of [schema["anyOf"], schema["oneOf"], schema["allOf"]]) {
    if (Array.isArray(list))
      for (const alternative of list as JsonSchema[]) yield* places(alternative, pointer);
  }
}
