import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { maxAlternatives, compileSchema } from "../json-schema/schema-compiler.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { asObject, isJsonObject, type JsonObject } from "../values/json-object.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { analyzePattern, safeLength } from "./backtracking/step-bound.js";
import { annotations } from "../json-schema/without-annotations.js";

/** Maximum schemas compiled together; no model can use more parameters, and compiling more takes seconds. */
const maxSchemas = 2000;

/** Beyond this many comparisons, only the first error is reported: collecting all could exhaust memory. */
const maxComparisons = 100_000;

/**
 * Compiles a bundled schema to validate `values` or parts of them, or returns an error. `relevant`: a shorter
 * schema with the same errors for `values`. The validator returns "too-slow" if validation might be too slow.
 */
export function valueValidator(
  schema: JsonSchemaObject,
  values: readonly unknown[],
  relevant: JsonSchemaObject = schema,
): ((value: unknown) => readonly ErrorObject[] | "too-slow") | Error {
  const nodes = walkSchema(schema, []);
  if (nodes.length > maxSchemas) {
    const [actual, limit] = [nodes.length, maxSchemas].map((number) => number.toLocaleString("en"));
    return new Error(`it contains ${actual} subschemas; the limit is ${limit}`);
  }
  // The emitter compiles the schema anyway.
  if (values.length === 0) return () => [];
  const allErrors = maxAlternatives(schema) * countValues(values) <= maxComparisons;
  const validate = compileSchema(relevant, allErrors);
  if (validate instanceof Error) return validate;
  const patterns = (relevant === schema ? nodes : walkSchema(relevant, [])).flatMap((node) =>
    Array.from(patternsOf(node.schema), ([pattern]) => pattern),
  );
  return (value) => {
    if (patterns.length > 0 && isSlow(patterns, longestString(value))) return "too-slow";
    try {
      return validate(value) ? [] : (validate.errors ?? []);
    } catch {
      // Endless recursion in a schema overflows the stack.
      return "too-slow";
    }
  };
}

/** The patterns of one schema with their paths: `pattern` and the keys of `patternProperties`. */
export function* patternsOf(schema: JsonObject): Generator<readonly [pattern: string, path: ManifestPath]> {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === "string") yield [pattern, ["pattern"]];
  for (const key of Object.keys(asObject(patternProperties))) yield [key, ["patternProperties", key]];
}

function isSlow(patterns: readonly string[], length: number): boolean {
  return patterns.some((pattern) => {
    const { bound } = analyzePattern(pattern);
    return bound === undefined || safeLength(bound, length, false) < length;
  });
}

function longestString(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value).map(({ length }) => length);
  return Math.max(0, ...names, ...Object.values(value).map(longestString));
}

/** Counts a value and all values inside it. */
function countValues(value: unknown): number {
  const inner = typeof value === "object" && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, item) => sum + countValues(item), 1);
}

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

/**
 * Whether a value is certainly valid: the schema has only keywords that need no compiled validator. With a `root`, it
 * may also be a reference to such a schema.
 */
export function isTriviallyValid(value: unknown, schema: JsonObject, root?: JsonSchemaObject): boolean {
  return Object.entries(schema).every(([keyword, operand]) => {
    switch (keyword) {
      case "$ref": {
        const target = root && localReference(root, operand);
        return isJsonObject(target) && isTriviallyValid(value, target);
      }
      case "type":
        return matchesType(value, typesOf(schema) ?? []);
      case "enum":
        return Array.isArray(operand) && operand.includes(value);
      case "minLength":
        return typeof value === "string" && typeof operand === "number" && value.length >= 2 * operand;
      case "maxLength":
        return typeof value === "string" && typeof operand === "number" && value.length <= operand;
      case "minimum":
        return typeof value === "number" && typeof operand === "number" && value >= operand;
      case "maximum":
        return typeof value === "number" && typeof operand === "number" && value <= operand;
      default:
        return annotations.has(keyword);
    }
  });
}
