import { isJsonObject, type JsonObject } from "../model/json-object.js";
import { interpretSchema, type Check } from "./interpret-schema.js";

/**
 * Schemas of the simplest kind, which most are. What can be said of them by looking at them need not be compiled, which
 * takes a thousand times as long. Everything here errs on the side of "not plain".
 */

const types = new Set<unknown>(["string", "number", "integer", "boolean", "null", "object", "array"]);
const anything: Check = () => true;
const isNumber: Check = (value) => typeof value === "number";
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isSubschema: Check = (value) => typeof value === "boolean" || isPlain(value);

/** The keywords of plain schemas, with what stands behind them. */
const keywords: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["title", anything],
  ["description", anything],
  ["default", anything],
  ["examples", anything],
  ["type", (value) => types.has(value)],
  ["enum", (value) => Array.isArray(value) && value.length > 0],
  ["const", anything],
  ["minimum", isNumber],
  ["maximum", isNumber],
  ["exclusiveMinimum", isNumber],
  ["exclusiveMaximum", isNumber],
  ["minLength", isCount],
  ["maxLength", isCount],
  ["minItems", isCount],
  ["maxItems", isCount],
  ["uniqueItems", isFlag],
  ["minProperties", isCount],
  ["maxProperties", isCount],
  ["required", (value) => Array.isArray(value) && value.every((name) => typeof name === "string")],
  ["properties", (value) => isJsonObject(value) && Object.values(value).every(isSubschema)],
  ["additionalProperties", isSubschema],
  ["items", isSubschema],
]);

/** Whether a schema consists of nothing but keywords that every compiler accepts as they stand there. */
export function isPlain(schema: unknown): schema is JsonObject {
  if (!isJsonObject(schema)) return false;
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith("x-")) continue;
    const check = keywords.get(keyword);
    if (check === undefined || !check(schema[keyword])) return false;
  }
  return true;
}

/** Whether a value certainly satisfies a schema; false when only a validator can tell. */
export function plainlyAccepts(schema: unknown, value: unknown): boolean {
  return isPlain(schema) && interpretSchema(schema)(value);
}
