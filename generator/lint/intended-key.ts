import type { ErrorObject } from "ajv/dist/2020.js";
import { suggest, variantOf } from "../diagnostics/suggest.js";
import { isJsonObject } from "../values/json-object.js";

/** Names of manifest keys in other formats. */
const foreignKeys = wordsOf({
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
});

/** Maps type names of other languages to JSON Schema types; `any` means to omit the type. */
export const typeSynonyms: ReadonlyMap<string, string> = wordsOf({
  object: "dict dictionary map mapping record struct hash json",
  number: "float double decimal real numeric",
  integer: "int int32 int64 long uint uint32",
  string: "str text char file path date datetime uuid",
  boolean: "bool",
  array: "list tuple set vector sequence",
  null: "none nil void undefined",
  any: "any mixed unknown",
});

function wordsOf(meanings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(meanings).flatMap(([meant, words]) =>
      words.split(" ").map((word) => [word, meant] as const),
    ),
  );
}

export function nearestKey(key: string, error: ErrorObject): string | undefined {
  return certainKey(key, error) ?? suggest(key, allowedKeys(error));
}

/** The key that was certainly intended: its name in another format, or another spelling. */
export function certainKey(key: string, error: ErrorObject): string | undefined {
  const allowed = allowedKeys(error);
  const foreign = error.instancePath === "" ? foreignKeys.get(key) : undefined;
  return foreign !== undefined && allowed.includes(foreign) ? foreign : variantOf(key, allowed);
}

export function allowedKeys({ parentSchema }: ErrorObject): string[] {
  const { properties } = parentSchema ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
