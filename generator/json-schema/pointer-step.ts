import type { ManifestPath } from "../read/manifest-source.js";
import { valueAt, asObject, type JsonObject } from "../values/json-object.js";
import type { ErrorObject } from "ajv/dist/2020.js";

export const escapeStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
export const unescapeStep = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** The path of a JSON pointer's steps into a value: list indexes become numbers. */
export function pathOfSteps(steps: ManifestPath, root: unknown): ManifestPath {
  let value = root;
  return steps.map((part) => {
    const step = Array.isArray(value) && /^\d+$/.test(String(part)) ? Number(part) : part;
    value = valueAt(value, [step]);
    return step;
  });
}

/** Converts Ajv's JSON pointer to a path into the validated value. */
export function instancePath(pointer: string, root: unknown): ManifestPath {
  return pathOfSteps(pointer.split("/").slice(1).map(unescapeStep), root);
}

/** The part of a schema that an Ajv error is about. */
export function violatedSchema({ schemaPath }: ErrorObject, schema: JsonObject): JsonObject {
  const keyword = instancePath(decodeURIComponent(schemaPath), schema);
  return asObject(valueAt(schema, keyword.slice(0, -1)));
}
