import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";
import type { ValueType } from "./conjunction.js";
import type { Gap } from "./gap.js";

/** A keyword that limits a number or a count. */
interface BoundKeyword {
  readonly keyword: string;
  /** The keyword for the exclusive limit. */
  readonly exclusive?: string;
  /** -1 for an upper limit: negated, the greater limit is the stricter one in both cases. */
  readonly sign: 1 | -1;
  readonly types: readonly ValueType[];
}

const boundKeywords: readonly BoundKeyword[] = [
  { keyword: "minimum", exclusive: "exclusiveMinimum", sign: 1, types: ["integer", "fraction"] },
  { keyword: "maximum", exclusive: "exclusiveMaximum", sign: -1, types: ["integer", "fraction"] },
  { keyword: "minLength", sign: 1, types: ["string"] },
  { keyword: "maxLength", sign: -1, types: ["string"] },
  { keyword: "minItems", sign: 1, types: ["array"] },
  { keyword: "maxItems", sign: -1, types: ["array"] },
  { keyword: "minProperties", sign: 1, types: ["object"] },
  { keyword: "maxProperties", sign: -1, types: ["object"] },
];

interface Bound {
  readonly keyword: string;
  /** The original limit. */
  readonly written: number;
  /** The compared value; of two equal ones, the exclusive limit is stricter. */
  readonly limit: number;
  readonly excludes: boolean;
}

/** The strictest limit of some schemas; undefined when there is none. */
function strictest(
  schemas: readonly JsonSchemaObject[],
  { keyword, exclusive, sign, types }: BoundKeyword,
  possible: ReadonlySet<ValueType>,
): Bound | undefined {
  const isWhole = types.includes("integer") && !possible.has("fraction");
  let found: Bound | undefined;
  for (const schema of schemas) {
    for (const name of [keyword, exclusive ?? keyword]) {
      const written = schema[name];
      if (typeof written !== "number") continue;
      const excludes = name === exclusive;
      const limit = sign * written;
      const bound = isWhole
        ? {
            keyword: name,
            written,
            limit: excludes ? Math.floor(limit) + 1 : Math.ceil(limit),
            excludes: false,
          }
        : { keyword: name, written, limit, excludes };
      if (isStricter(bound, found)) found = bound;
    }
  }
  return found;
}

function isStricter(one: Bound, other: Bound | undefined): boolean {
  if (other === undefined || one.limit > other.limit) return true;
  return one.limit === other.limit && one.excludes && !other.excludes;
}

/** Gaps in limits of numbers, lengths and counts. */
export function boundGaps(
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  possible: ReadonlySet<ValueType>,
  path: ManifestPath,
): Gap[] {
  const required = new Set(narrow.flatMap((schema) => schema.required ?? []));
  return boundKeywords.flatMap((bound) => {
    if (!bound.types.some((type) => possible.has(type))) return [];
    const wide = strictest([part], bound, possible);
    const given = strictest(narrow, bound, possible);
    if (wide === undefined || !isStricter(wide, given)) return [];
    const least = bound.keyword === "minProperties" ? required.size : 0;
    if (bound.exclusive === undefined && bound.sign === 1 && wide.limit <= least) return [];
    const { keyword, written } = wide;
    return [{ path, keyword, narrow: given?.keyword === keyword ? given.written : undefined, wide: written }];
  });
}

/** Gaps in `multipleOf`. */
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
