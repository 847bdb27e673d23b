import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Case, ValueType } from "./cases.js";

const ofNumbers = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"];
const limitKeywords: Readonly<Partial<Record<ValueType, readonly string[]>>> = {
  integer: ofNumbers,
  fraction: ofNumbers,
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
};

/** A limit; upper limits are negated, so that a greater limit is always stricter. */
interface Limit {
  readonly keyword: string;
  readonly isUpper: boolean;
  readonly limit: number;
  readonly excludes: boolean;
}

function limitsOf(type: ValueType, schema: JsonSchemaObject): Limit[] {
  return (limitKeywords[type] ?? []).flatMap((keyword) => {
    const written = schema[keyword];
    if (typeof written !== "number") return [];
    const [isUpper, excludes] = [/max/i.test(keyword), keyword.startsWith("exclusive")];
    const limit = isUpper ? -written : written;
    if (type !== "integer") return [{ keyword, isUpper, limit, excludes }];
    const whole = excludes ? Math.floor(limit) + 1 : Math.ceil(limit);
    // Adding 1 to a number beyond 2 ** 53 may not change it.
    return [{ keyword, isUpper, limit: whole, excludes: excludes && whole === limit }];
  });
}

/** The limit keywords and `multipleOf` of a wide schema that values of a case may violate. */
export function brokenLimits(narrow: Case, wide: JsonSchemaObject): readonly string[] {
  const { type, parts } = narrow;
  const required = new Set(parts.flatMap((part) => part.required ?? [])).size;
  const smallest = { minLength: 0, minItems: 0, minProperties: required };
  const given = [smallest, ...parts].flatMap((part) => limitsOf(type, part));
  const broken = limitsOf(type, wide).filter((wanted) => !given.some((own) => isAsStrict(own, wanted)));
  return [...broken.map(({ keyword }) => keyword), ...(areMultiples(narrow, wide) ? [] : ["multipleOf"])];
}

function isAsStrict(own: Limit, other: Limit): boolean {
  if (own.isUpper !== other.isUpper) return false;
  return own.limit > other.limit || (own.limit === other.limit && (own.excludes || !other.excludes));
}

/** Whether every value of a case satisfies a wide schema's `multipleOf`. */
function areMultiples({ type, parts }: Case, { multipleOf: step }: JsonSchemaObject): boolean {
  if (step === undefined || (type !== "integer" && type !== "fraction")) return true;
  const given = parts.map(({ multipleOf }) => multipleOf ?? NaN);
  // The remainder of a division by a fraction is inexact.
  const isMultiple = (own: number): boolean => own === step || (Number.isInteger(step) && own % step === 0);
  return (type === "integer" && step === 1) || given.some(isMultiple);
}
