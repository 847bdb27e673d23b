import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mostAlternatives } from "../json-schema/alternatives.js";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { isJsonObject } from "../values/json-object.js";
import { judgePattern, safeLength } from "./backtracking/worst-steps.js";

/** The errors of a value; "too-slow" when validating takes too long. */
export type Verdict = readonly ErrorObject[] | "too-slow";

/** Maximum schemas compiled together; no model can use more parameters, and compiling more takes seconds. */
const mostSchemas = 2000;

/** Why a schema is too large to be compiled; undefined when it is not. */
export function tooLarge(schema: unknown): Error | undefined {
  const size = walkSchema(schema, []).length;
  if (size <= mostSchemas) return undefined;
  const [actual, limit] = [size, mostSchemas].map((number) => number.toLocaleString("en"));
  return new Error(`it contains ${actual} subschemas; the limit is ${limit}`);
}

/** Above this many comparisons, only the first error is reported: all errors could exhaust memory. */
const mostComparisons = 100_000;
/** Maximum errors reported per value; the others appear when these are fixed. */
const mostErrors = 100;

/** Compiles a bundled schema to validate these values or parts of them; returns an error when it does not compile. */
export function comparer(
  schema: JsonSchemaObject,
  values: readonly unknown[],
): ((value: unknown) => Verdict) | Error {
  const refused = tooLarge(schema);
  if (refused !== undefined) return refused;
  const allErrors = mostAlternatives(schema) * countValues(values) <= mostComparisons;
  const validate = compileSchema(schema, allErrors);
  if (validate instanceof Error) return validate;
  const patterns = walkSchema(schema, []).flatMap(({ schema: { pattern, patternProperties } }) => [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
  ]);
  return (value) => {
    if (patterns.length > 0 && isSlow(patterns, longestText(value))) return "too-slow";
    try {
      return validate(value) ? [] : withoutAlternatives((validate.errors ?? []).slice(0, mostErrors));
    } catch {
      // Endless recursion in a schema overflows the stack.
      return "too-slow";
    }
  };
}

/** Keeps only the first error when a value fails all alternatives. */
function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === "if") continue;
    const isSummary = error.keyword === "anyOf" || error.keyword === "oneOf";
    const first = isSummary
      ? kept.findIndex(({ instancePath }) => `${instancePath}/`.startsWith(`${error.instancePath}/`))
      : -1;
    // More than one alternative matches: errors of the others are irrelevant.
    const isAmbiguous = Array.isArray(error.params["passingSchemas"]);
    if (first >= 0) kept.length = isAmbiguous ? first : first + 1;
    if (first < 0 || isAmbiguous) kept.push(error);
  }
  return kept;
}

function isSlow(patterns: readonly string[], length: number): boolean {
  return patterns.some((pattern) => {
    const { bound } = judgePattern(pattern);
    return bound === undefined || safeLength(bound, length, false) < length;
  });
}

function longestText(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value).map(({ length }) => length);
  return Math.max(0, ...names, ...Object.values(value).map(longestText));
}

/** How many values there are in a value, itself included. */
function countValues(value: unknown): number {
  const inner = typeof value === "object" && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, item) => sum + countValues(item), 1);
}
