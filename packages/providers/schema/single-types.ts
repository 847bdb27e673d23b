import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mapSchemas } from "@toolkiln/runtime/json";

/** Sets one type per schema, for clients that expect it: type lists become `anyOf`; enums of strings get type `string`. */
export function singleTypes(root: JsonSchemaObject): JsonSchemaObject {
  return mapSchemas(root, (schema) => {
    const { type, ...rest } = schema;
    if (type === undefined && schema.enum?.every((value) => typeof value === "string") === true) {
      return { type: "string", ...rest };
    }
    if (!Array.isArray(type) || schema["anyOf"] !== undefined) return schema;
    return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
  });
}
