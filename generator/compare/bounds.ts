import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";
import type { ValueType } from "./conjunction.js";
import type { Gap } from "./gap.js";

/** A keyword that limits a number or an amount. */
export interface BoundKeyword {
  readonly keyword: string;
  /** The keyword that excludes the limit itself. */
  readonly exclusive?: string;
  readonly end: "lower" | "upper";
  readonly types: readonly ValueType[];
}

/** Every keyword that limits a number or an amount. */
export const boundKeywords: readonly BoundKeyword[] = [
  { keyword: "minimum", exclusive: "exclusiveMinimum", end: "lower", types: ["integer", "fraction"] },
  { keyword: "maximum", exclusive: "exclusiveMaximum", end: "upper", types: ["integer", "fraction"] },
  { keyword: "minLength", end: "lower", types: ["string"] },
  { keyword: "maxLength", end: "upper", types: ["string"] },
  { keyword: "minItems", end: "lower", types: ["array"] },
  { keyword: "maxItems", end: "upper", types: ["array"] },
  { keyword: "minProperties", end: "lower", types: ["object"] },
  { keyword: "maxProperties", end: "upper", types: ["object"] },
];

/** A limit that schemas set. */
export interface Bound {
  readonly keyword: string;
  /** As its author wrote it. */
  readonly written: number;
  /** What is compared; of two equal ones, the one that excludes its limit is stricter. */
  readonly limit: number;
  readonly excludes: boolean;
}

/** The strictest limit that schemas set; undefined when they set none. */
export function boundOf(
  schemas: readonly JsonSchemaObject[],
  { keyword, exclusive, end, types }: BoundKeyword,
  possible: ReadonlySet<ValueType>,
): Bound | undefined {
  const whole = types.includes("integer") && !possible.has("fraction");
  let strictest: Bound | undefined;
  for (const schema of schemas) {
    for (const [name, excludes] of [[keyword, false] as const, [exclusive, true] as const]) {
      const written = name === undefined ? undefined : schema[name];
      if (name === undefined || typeof written !== "number") continue;
      const bound = whole
        ? { keyword: name, written, limit: wholeLimit(written, end, excludes), excludes: false }
        : { keyword: name, written, limit: written, excludes };
      if (strictest === undefined || isStricter(bound, strictest, end)) strictest = bound;
    }
  }
  return strictest;
}

/** Whether a limit refuses values that another one accepts. */
function isStricter(one: Bound, other: Bound | undefined, end: BoundKeyword["end"]): boolean {
  if (other === undefined) return true;
  if (one.limit === other.limit) return one.excludes && !other.excludes;
  return end === "lower" ? one.limit > other.limit : one.limit < other.limit;
}

/** The last integer that a limit accepts. */
function wholeLimit(written: number, end: BoundKeyword["end"], excludes: boolean): number {
  if (end === "lower") return excludes ? Math.floor(written) + 1 : Math.ceil(written);
  return excludes ? Math.ceil(written) - 1 : Math.floor(written);
}

/** What keeps limits of numbers, lengths and amounts from accepting all values of a conjunction. */
export function boundGaps(
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  possible: ReadonlySet<ValueType>,
  path: ManifestPath,
): Gap[] {
  return boundKeywords.flatMap((bound) => {
    if (!bound.types.some((type) => possible.has(type))) return [];
    const wide = boundOf([part], bound, possible);
    const given = boundOf(narrow, bound, possible);
    if (wide === undefined || !isStricter(wide, given, bound.end)) return [];
    const isAmount = bound.exclusive === undefined;
    if (isAmount && bound.end === "lower" && wide.limit <= 0) return [];
    const required = new Set(narrow.flatMap((schema) => schema.required ?? []));
    if (bound.keyword === "minProperties" && required.size >= wide.limit) return [];
    const { keyword, written } = wide;
    return [{ path, keyword, narrow: given?.keyword === keyword ? given.written : given, wide: written }];
  });
}

/** The same for `multipleOf`. */
export function multipleGaps(
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  possible: ReadonlySet<ValueType>,
  path: ManifestPath,
): Gap[] {
  const wanted = part["multipleOf"];
  if (typeof wanted !== "number") return [];
  const given = narrow.map((schema) => schema["multipleOf"]).filter((value) => typeof value === "number");
  const steps = possible.has("fraction") ? given : [...given, 1];
  if (steps.some((step) => Number.isInteger(step) && Number.isInteger(wanted) && step % wanted === 0))
    return [];
  return given.includes(wanted) ? [] : [{ path, keyword: "multipleOf", narrow: given[0], wide: wanted }];
}
