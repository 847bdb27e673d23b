import { annotations } from "../json-schema/without-annotations.js";
import type { JsonObject } from "../values/json-object.js";

const schemaTypes = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** The types that a schema names; undefined when it names none or one that does not exist. */
export function typesOf({ type, nullable }: JsonObject): readonly string[] | undefined {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  const known = types.filter((name): name is string => schemaTypes.has(name));
  if (known.length === 0 || known.length < types.length) return undefined;
  return nullable === true ? [...known, "null"] : known;
}

export function matchesType(value: unknown, types: readonly string[]): boolean {
  const actual = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.some((type) => type === actual || (type === "integer" && Number.isInteger(value)));
}

/** Whether a value is certainly valid: the schema has only keywords that need no compiled validator. */
export function isTriviallyValid(value: unknown, schema: JsonObject): boolean {
  return Object.entries(schema).every(([keyword, operand]) => {
    switch (keyword) {
      case "type":
        return matchesType(value, typesOf(schema) ?? []);
      case "enum":
        return Array.isArray(operand) && operand.includes(value);
      case "minimum":
        return typeof value === "number" && typeof operand === "number" && value >= operand;
      case "maximum":
        return typeof value === "number" && typeof operand === "number" && value <= operand;
      default:
        return annotations.has(keyword);
    }
  });
}
