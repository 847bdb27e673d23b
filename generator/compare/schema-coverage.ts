import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { isSchema, isSchemaObject, schemaList } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey } from "../values/json-object.js";
import { brokenLimits } from "./bounds.js";
import { anyValue, areDistinct, casesOf, literals, valuesOf, type Case, type ValueType } from "./cases.js";
import { memoize, normalizeSchemas, rootReference } from "./normalize-schemas.js";

/** A constraint of the wide schema that values of the narrow one may violate. */
export interface Gap {
  /** The schema path of the values: `properties`, `limit`. */
  readonly path: ManifestPath;
  readonly keyword: string;
  /** The narrow schema's value of this keyword. */
  readonly narrow?: unknown;
  readonly wide?: unknown;
  /** The values or types that the wide schema rejects, if they can be listed. */
  readonly values?: readonly unknown[];
  /** Whether it is unclear if such a value exists. */
  readonly undecided?: true;
}

/** Maximum comparisons per schema; one that requires more is undecided. */
const maxSteps = 5000;

/** Keywords that are compared verbatim, with exceptions in `#holds`; each with those that it depends on. */
const opaqueKeywords: readonly (readonly [type: ValueType | "any", keyword: string, ...more: string[]])[] = [
  ["any", "not"],
  ["any", "if", "then", "else"],
  ["any", "oneOf"],
  ["string", "pattern"],
  ["string", "format"],
  ["array", "contains", "minContains", "maxContains"],
  ["array", "unevaluatedItems"],
  ["object", "patternProperties", "properties", "additionalProperties"],
  ["object", "propertyNames"],
  ["object", "dependentRequired"],
  ["object", "dependentSchemas"],
  ["object", "unevaluatedProperties"],
];

/**
 * Reasons why a wide schema may reject values of a narrow one: each case of the narrow schema must be inside a case of
 * the wide one. If there are no gaps, the wide schema accepts all of them; a gap may be a false positive.
 */
export function coverageGaps(narrow: JsonSchemaObject, wide: JsonSchemaObject): readonly Gap[] {
  try {
    return new SchemaCoverage(narrow, wide).gaps([rootReference], rootReference, []);
  } catch (error) {
    if (error instanceof RangeError) return [{ path: [], keyword: "size", undecided: true }];
    throw error;
  }
}

class SchemaCoverage {
  readonly #narrowRoot: JsonSchemaObject;
  readonly #wideRoot: JsonSchemaObject;
  readonly #keyOf = memoize<JsonSchema, string>(jsonKey);
  readonly #casesOfWide = memoize((schema: JsonSchema) => casesOf(this.#wideRoot, schema));
  readonly #active = new Set<string>();
  #steps = 0;

  constructor(narrow: JsonSchemaObject, wide: JsonSchemaObject) {
    [this.#narrowRoot = narrow, this.#wideRoot = wide] = normalizeSchemas([narrow, wide]);
  }

  /** Reasons why a wide schema may reject values that satisfy all narrow ones. */
  gaps(narrowSchemas: readonly JsonSchema[], wideSchema: JsonSchema, path: ManifestPath): readonly Gap[] {
    const narrow = narrowSchemas.map((schema) => targetOf(this.#narrowRoot, schema));
    const wide = targetOf(this.#wideRoot, wideSchema);
    if (++this.#steps > maxSteps) throw new RangeError("The comparison takes too many steps.");
    const own = new Set(narrow.map(this.#keyOf));
    const wanted = this.#keyOf(wide);
    if (wanted === "true" || own.has(wanted)) return [];
    own.delete("true");
    const key = [...own, wanted].join("\n⊆\n");
    // JSON values are finite, so a recursive comparison adds no gaps.
    if (this.#active.has(key)) return [];
    this.#active.add(key);
    const gaps = this.#compare(narrow, wide, path);
    this.#active.delete(key);
    return [...new Map(gaps.map((gap) => [keyOf(gap), gap])).values()];
  }

  #compare(narrow: readonly JsonSchema[], wide: JsonSchema, path: ManifestPath): readonly Gap[] {
    const cases = narrow.reduce(
      (found: readonly Case[], schema) => casesOf(this.#narrowRoot, schema, found),
      anyValue,
    );
    const wideCases = this.#casesOfWide(wide);
    if (cases.length > 0 && wideCases.length === 0) return [{ path, keyword: "false" }];
    const hasType = ({ type }: Case): boolean => wideCases.some((other) => other.type === type);
    const isMissing = (one: Case): boolean => !hasType(one) && !one.parts.some(literals);
    const missing = new Set(cases.filter(isMissing).map(({ type }) => type));
    const known = cases.filter((one) => !isMissing(one));
    const values = new Set(known.flatMap((one) => valuesOf(one) ?? []));
    const rejected = values.size === 0 ? [] : this.#rejected([...values], narrow, wide);
    const open = known.filter((one) => valuesOf(one) === undefined);
    return [
      ...(missing.size === 0 ? [] : [{ path, keyword: "type", values: [...missing] }]),
      ...(rejected.length === 0 ? [] : [{ path, keyword: "enum", values: rejected }]),
      ...open.flatMap((one) => this.#gapsOfCase(one, wideCases, path)),
    ];
  }

  /** The values that the narrow schemas accept and the wide one rejects. */
  #rejected(values: readonly unknown[], narrow: readonly JsonSchema[], wide: JsonSchema): readonly unknown[] {
    const [isNarrow, isWide] = [
      compileSchema({ allOf: narrow, $defs: this.#narrowRoot["$defs"] ?? {} }, false),
      compileSchema({ allOf: [wide], $defs: this.#wideRoot["$defs"] ?? {} }, false),
    ];
    return values.filter(
      (value) =>
        (isNarrow instanceof Error || isNarrow(value)) && (isWide instanceof Error || !isWide(value)),
    );
  }

  #gapsOfCase(narrow: Case, wideCases: readonly Case[], path: ManifestPath): readonly Gap[] {
    const sameType = wideCases.filter(({ type }) => type === narrow.type);
    const [gaps, ...others] = sameType
      .filter((wide) => sameType.length === 1 || !areDistinct(narrow, wide))
      .map(({ parts }) => parts.flatMap((part) => this.#gapsOfPart(narrow, part, path)))
      .toSorted((one, other) => one.length - other.length);
    // A gap in every alternative is certain; with different gaps, the alternatives may still cover all values together.
    const common = gaps?.filter((gap) =>
      others.every((list) => list.some((other) => keyOf(other) === keyOf(gap))),
    );
    if (common !== undefined && (gaps?.length === 0 || common.length > 0)) return common;
    return [{ path, keyword: "alternatives", ...(gaps && { undecided: true }) }];
  }

  #gapsOfPart(narrow: Case, part: JsonSchemaObject, path: ManifestPath): readonly Gap[] {
    const { type, parts } = narrow;
    if (this.#hasEqual(parts, part)) return [];
    const values = literals(part);
    const gapAt = (keyword: string): Gap => {
      const given = parts.map((own) => own[keyword]).find((value) => value !== undefined);
      return { path, keyword, narrow: given, wide: part[keyword] };
    };
    return [
      ...(values === undefined ? [] : [{ path, keyword: "enum", wide: values }]),
      ...brokenLimits(narrow, part).map(gapAt),
      ...(type === "array" ? this.#arrayGaps(parts, part, path) : []),
      ...(type === "object" ? this.#objectGaps(parts, part, path) : []),
      ...opaqueKeywords
        .filter(([of, ...keywords]) => (of === "any" || of === type) && !this.#holds(keywords, narrow, part))
        .map(([, keyword]) => gapAt(keyword))
        // Only a new constraint certainly rejects values; `oneOf` does not if its alternatives exclude each other.
        .map((gap): Gap =>
          gap.narrow === undefined && gap.keyword !== "oneOf" ? gap : { ...gap, undecided: true },
        ),
    ];
  }

  #arrayGaps(narrow: readonly JsonSchemaObject[], wide: JsonSchemaObject, path: ManifestPath): Gap[] {
    const maxItems = Math.min(...narrow.map((schema) => schema.maxItems ?? Infinity));
    const fixed = Math.max(...[...narrow, wide].map((schema) => schemaList(schema["prefixItems"]).length));
    const gaps: Gap[] = [];
    for (let position = 0; position <= fixed && position < maxItems; position++) {
      const step = position < fixed ? ["prefixItems", position] : ["items"];
      const own = narrow.map((schema) => itemAt(schema, position));
      gaps.push(...this.gaps(own, itemAt(wide, position), [...path, ...step]));
    }
    const isUnique = maxItems <= 1 || narrow.some(({ uniqueItems }) => uniqueItems);
    if (wide.uniqueItems === true && !isUnique) gaps.push({ path, keyword: "uniqueItems" });
    return gaps;
  }

  #objectGaps(narrow: readonly JsonSchemaObject[], wide: JsonSchemaObject, path: ManifestPath): Gap[] {
    const present = new Set(narrow.flatMap((schema) => schema.required ?? []));
    const missing = (wide.required ?? []).filter((name) => !present.has(name));
    const gaps: Gap[] = missing.map((name) => ({ path: [...path, "properties", name], keyword: "required" }));
    // `patternProperties` and the keywords read below depend on each other: compared verbatim.
    if (wide["patternProperties"] !== undefined) return gaps;
    for (const name of new Set([wide, ...narrow].flatMap(({ properties = {} }) => Object.keys(properties)))) {
      const own = narrow.map((schema) => propertyOf(schema, name));
      gaps.push(...this.gaps(own, propertyOf(wide, name), [...path, "properties", name]));
    }
    const keyword = "additionalProperties";
    const others = this.gaps(narrow.map(othersOf), othersOf(wide), [...path, keyword]);
    return [...gaps, ...others.map((gap) => (gap.keyword === "false" ? { path, keyword } : gap))];
  }

  /** Whether all values of a case satisfy the first keyword, which is opaque; the others affect its meaning. */
  #holds(keywords: readonly string[], narrow: Case, part: JsonSchemaObject): boolean {
    const [keyword = ""] = keywords;
    const value = part[keyword];
    if (value === undefined) return true;
    const casesIn = (schema: JsonSchema): readonly Case[] =>
      this.#casesOfWide(schema).filter((one) => !areDistinct(narrow, one));
    if (keyword === "not" && isSchema(value) && casesIn(value).length === 0) return true;
    if (keyword === "oneOf" && areDisjoint(schemaList(value).map(casesIn))) return true;
    if (keyword.startsWith("unevaluated")) return value === true;
    const pick = (root: JsonSchemaObject, schema: JsonSchemaObject): JsonSchemaObject =>
      Object.fromEntries(keywords.map((key) => [key, targetOf(root, schema[key])]));
    const parts = narrow.parts.map((own) => pick(this.#narrowRoot, own));
    return this.#hasEqual(parts, pick(this.#wideRoot, part));
  }

  /** Whether one of the narrow schemas is equivalent to a wide one. */
  #hasEqual(narrow: readonly JsonSchema[], wide: JsonSchema): boolean {
    return narrow.some((own) => this.#keyOf(own) === this.#keyOf(wide));
  }
}

/** The schema itself, or the definition if the schema is only a reference. */
function targetOf<Value>(root: JsonSchemaObject, schema: Value): Value | JsonSchema {
  const isAlias =
    isSchemaObject(schema) && Object.keys(schema).every((key) => key === "$ref" || key === "$comment");
  const target = isAlias ? localReference(root, schema["$ref"]) : undefined;
  return target === undefined ? schema : targetOf(root, target);
}

function itemAt(schema: JsonSchemaObject, position: number): JsonSchema {
  return schemaList(schema["prefixItems"])[position] ?? schema.items ?? true;
}

/** The schema that certainly applies to a property. */
function propertyOf(schema: JsonSchemaObject, name: string): JsonSchema {
  const { properties = {} } = schema;
  return Object.hasOwn(properties, name) ? (properties[name] ?? true) : othersOf(schema);
}

/** The schema that certainly applies to properties not in `properties`; with patterns, none does. */
function othersOf({ additionalProperties = true, patternProperties }: JsonSchemaObject): JsonSchema {
  return patternProperties === undefined ? additionalProperties : true;
}

function keyOf({ path, keyword, values }: Gap): string {
  return jsonKey([path, keyword, values]);
}

function areDisjoint(lists: readonly (readonly Case[])[]): boolean {
  return lists.every((ones, index) => {
    const others = lists.slice(index + 1).flat();
    return ones.every((one) => others.every((other) => areDistinct(one, other)));
  });
}
