import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Case, ValueType } from "./cases.js";

/** The keywords of lower limits, then of upper limits; the second one of a pair excludes the limit itself. */
const ofNumbers = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
];
const limitKeywords: Readonly<Partial<Record<ValueType, readonly (readonly string[])[]>>> = {
  integer: ofNumbers,
  fraction: ofNumbers,
  string: [["minLength"], ["maxLength"]],
  array: [["minItems"], ["maxItems"]],
  object: [["minProperties"], ["maxProperties"]],
};

/** A limit; upper limits are negated, so that a greater limit is always stricter. */
interface Limit {
  readonly keyword: string;
  readonly limit: number;
  readonly excludes: boolean;
}

/** The keywords of a wide schema for limits that values of a case may violate. */
export function brokenLimits({ type, parts }: Case, wide: JsonSchemaObject): readonly string[] {
  const required = new Set(parts.flatMap((part) => part.required ?? [])).size;
  const smallest = { minLength: 0, minItems: 0, minProperties: required };
  return (limitKeywords[type] ?? []).flatMap((keywords, index) => {
    const limitsOf = (schema: JsonSchemaObject): Limit[] =>
      keywords.flatMap((keyword, position) => {
        const written = schema[keyword];
        if (typeof written !== "number") return [];
        const [limit, excludes] = [index === 0 ? written : -written, position > 0];
        if (type !== "integer") return [{ keyword, limit, excludes }];
        const whole = excludes ? Math.floor(limit) + 1 : Math.ceil(limit);
        // Adding 1 to a number beyond 2 ** 53 may not change it.
        return [{ keyword, limit: whole, excludes: excludes && whole === limit }];
      });
    const given = [smallest, ...parts].flatMap(limitsOf);
    return limitsOf(wide)
      .filter((wanted) => !given.some((own) => isAsStrict(own, wanted)))
      .map(({ keyword }) => keyword);
  });
}

function isAsStrict(own: Limit, other: Limit): boolean {
  return own.limit > other.limit || (own.limit === other.limit && (own.excludes || !other.excludes));
}

/** Whether every value of a case satisfies a wide schema's `multipleOf`. */
export function areMultiples({ type, parts }: Case, { multipleOf: step }: JsonSchemaObject): boolean {
  if (step === undefined || (type !== "integer" && type !== "fraction")) return true;
  const given = parts.map(({ multipleOf }) => multipleOf ?? NaN);
  // The remainder of a division by a fraction is inexact.
  const isMultiple = (own: number): boolean => own === step || (Number.isInteger(step) && own % step === 0);
  return (type === "integer" && step === 1) || given.some(isMultiple);
}
