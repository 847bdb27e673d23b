import type { ErrorObject } from "ajv/dist/2020.js";
import { suggest, variantOf } from "../diagnostics/suggest.js";
import { isJsonObject } from "../values/json-object.js";

/** What other formats call our keys. */
const foreignNames = {
  schema: "parameters params input inputSchema input_schema arguments",
  result: "output outputSchema output_schema returns",
  name: "title displayName",
  description: "summary",
  risk: "risk_level riskLevel",
  wireName: "wire_name",
  hints: "annotations",
  requires: "permissions capabilities",
  tags: "labels",
  renamedFrom: "aliases",
};
const foreignKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(foreignNames).flatMap(([key, names]) =>
    names.split(" ").map((name) => [name, key] as const),
  ),
);

/** The key that an unknown one most likely means. */
export function nearestKey(key: string, error: ErrorObject): string | undefined {
  return certainKey(key, error) ?? suggest(key, allowedKeys(error));
}

/** The key that is meant beyond doubt: another format's name of it, or another way to write it. */
export function certainKey(key: string, error: ErrorObject): string | undefined {
  const allowed = allowedKeys(error);
  const foreign = error.instancePath === "" ? foreignKeys.get(key) : undefined;
  return foreign !== undefined && allowed.includes(foreign) ? foreign : variantOf(key, allowed);
}

/** The keys that may stand where an unknown one does. */
export function allowedKeys({ parentSchema }: ErrorObject): string[] {
  const { properties } = parentSchema ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
