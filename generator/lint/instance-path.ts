import type { ErrorObject } from "ajv/dist/2020.js";
import { pathOfSteps, unescapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject, valueAt, type JsonObject } from "../values/json-object.js";

/** Converts Ajv's JSON pointer to a path into the validated value. */
export function instancePath(pointer: string, root: unknown): ManifestPath {
  return pathOfSteps(pointer.split("/").slice(1).map(unescapeStep), root);
}

/** The part of a schema that an Ajv error is about. */
export function violatedSchema({ schemaPath }: ErrorObject, schema: JsonObject): JsonObject {
  const keyword = instancePath(decodeURIComponent(schemaPath), schema);
  const violated = valueAt(schema, keyword.slice(0, -1));
  return isJsonObject(violated) ? violated : {};
}
