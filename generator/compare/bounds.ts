import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Case, ValueType } from "./cases.js";

/** The keywords of a limit, and its sign: multiplied by -1, a greater upper limit is stricter, as for lower limits. */
type LimitKeywords = readonly [keywords: readonly [inclusive: string, exclusive?: string], sign: 1 | -1];

const ofNumbers: readonly LimitKeywords[] = [
  [["minimum", "exclusiveMinimum"], 1],
  [["maximum", "exclusiveMaximum"], -1],
];
const ofSizes = (noun: string): readonly LimitKeywords[] => [
  [[`min${noun}`], 1],
  [[`max${noun}`], -1],
];
const limitKeywords: Readonly<Partial<Record<ValueType, readonly LimitKeywords[]>>> = {
  integer: ofNumbers,
  fraction: ofNumbers,
  string: ofSizes("Length"),
  array: ofSizes("Items"),
  object: ofSizes("Properties"),
};

interface Limit {
  readonly keyword?: string;
  readonly limit: number;
  readonly excludes: boolean;
}

/** The keywords of a wide schema for limits that values of a case may violate. */
export function brokenLimits({ type, parts }: Case, wide: JsonSchemaObject): readonly string[] {
  return (limitKeywords[type] ?? []).flatMap(([keywords, sign]) => {
    const limitsOf = (schema: JsonSchemaObject): Limit[] =>
      keywords.flatMap((keyword = "", index) => {
        const written = schema[keyword];
        if (typeof written !== "number") return [];
        const [limit, excludes] = [sign * written, index > 0];
        if (type !== "integer") return [{ keyword, limit, excludes }];
        const whole = excludes ? Math.floor(limit) + 1 : Math.ceil(limit);
        // Adding 1 to a number beyond 2 ** 53 may not change it.
        return [{ keyword, limit: whole, excludes: excludes && whole === limit }];
      });
    const given = [lowestLimit(type, sign, parts), ...parts.flatMap(limitsOf)];
    return limitsOf(wide)
      .filter((wanted) => !given.some((own) => isAsStrict(own, wanted)))
      .map(({ keyword = "" }) => keyword);
  });
}

/** The limit that all values of a type satisfy. */
function lowestLimit(type: ValueType, sign: number, parts: readonly JsonSchemaObject[]): Limit {
  const required = type === "object" ? new Set(parts.flatMap((part) => part.required ?? [])).size : 0;
  const isSize = sign === 1 && type !== "integer" && type !== "fraction";
  return { limit: isSize ? required : -Infinity, excludes: false };
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
