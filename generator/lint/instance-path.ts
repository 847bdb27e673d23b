import type { ErrorObject } from "ajv/dist/2020.js";
import { unescapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject, valueAt, type JsonObject } from "../values/json-object.js";

/** Converts Ajv's JSON pointer to a path into the validated value: list indexes become numbers. */
export function instancePath(pointer: string, root: unknown): ManifestPath {
  let value = root;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = unescapeStep(part);
      const step = Array.isArray(value) ? Number(name) : name;
      value = typeof value === "object" && value !== null ? (Reflect.get(value, step) as unknown) : undefined;
      return step;
    });
}

/** The part of a schema that an Ajv error is about. */
export function violatedSchema({ schemaPath }: ErrorObject, schema: JsonObject): JsonObject {
  const keyword = instancePath(decodeURIComponent(schemaPath), schema);
  const violated = valueAt(schema, keyword.slice(0, -1));
  return isJsonObject(violated) ? violated : {};
}
