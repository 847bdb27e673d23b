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
