import { walkSchema } from "../json-schema/walk-schema.js";
import { isJsonObject } from "../values/json-object.js";
import { isFast } from "./backtracking/safe-length.js";
import { judgePattern } from "./backtracking/worst-steps.js";

/** Whether matching the texts of a value against the patterns of a schema takes too many steps. */
export function matchesSlowly(schema: unknown, value: unknown): boolean {
  const patterns = walkSchema(schema, []).flatMap(({ schema: { pattern, patternProperties } }) => [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
  ]);
  if (patterns.length === 0) return false;
  const length = longestText(value);
  return patterns.some((pattern) => {
    const { bound } = judgePattern(pattern);
    return bound === undefined || !isFast(bound, length);
  });
}

/** The length of the longest text in a value, names of properties included. */
function longestText(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value).map(({ length }) => length);
  return Math.max(0, ...names, ...Object.values(value).map(longestText));
}
