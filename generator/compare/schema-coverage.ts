import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { localReference } from "../json-schema/local-reference.js";
import { isSchema, isSchemaObject, schemaList } from "../json-schema/schema-values.js";
import { withoutAnnotations } from "../json-schema/without-annotations.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey } from "../values/json-key.js";
import { areMultiples, brokenLimits } from "./bounds.js";
import { anyValue, areDistinct, casesOf, literals, valuesOf, type Case, type ValueType } from "./cases.js";
import { arrayGaps, objectGaps } from "./member-coverage.js";

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
  /** Whether it is unclear that such a value exists. */
  readonly undecided?: true;
}

/** Maximum comparisons per schema; one that requirements more is undecided. */
const maxSteps = 5000;

/** Keywords that are only compared verbatim, each with those that it depends on. */
const opaqueKeywords: readonly (readonly [type: ValueType | "any", keyword: string, ...more: string[]])[] = [
  ["any", "not"],
  ["any", "if", "then", "else"],
  ["any", "oneOf"],
  ["string", "pattern"],
  ["string", "format"],
  ["array", "contains", "minContains", "maxContains"],
  ["array", "unevaluatedItems"],
  ["object", "patternProperties"],
  ["object", "propertyNames"],
  ["object", "dependentRequired"],
  ["object", "dependentSchemas"],
  ["object", "unevaluatedProperties"],
];

/**
 * Proves that a wide schema accepts every value of a narrow one: each case of the narrow schema must be inside a case of
 * the wide one. If there are no gaps, it is proved; a gap may be a false positive.
 */
export class SchemaCoverage {
  readonly #narrowRoot: JsonSchemaObject;
  readonly #wideRoot: JsonSchemaObject;
  readonly #narrowKey: (schema: JsonSchema) => string;
  readonly #wideKey: (schema: JsonSchema) => string;
  readonly #active = new Set<string>();
  readonly #casesOfWide: (schema: JsonSchema) => readonly Case[];
  /** For an opaque keyword, a function that reduces schemas to it; returns the same object again, as keys are cached. */
  readonly #pickOf = remember((keyword: string) => {
    const keywords = opaqueKeywords.find(([, first]) => first === keyword)?.slice(1) ?? [];
    return remember((schema: JsonSchemaObject): JsonSchemaObject =>
      Object.fromEntries(keywords.map((key) => [key, schema[key]])),
    );
  });
  #steps = 0;

  constructor(narrowRoot: JsonSchemaObject, wideRoot: JsonSchemaObject) {
    this.#narrowRoot = withNamedRoot(narrowRoot);
    this.#wideRoot = withNamedRoot(wideRoot);
    const numbers = new Map<string, number>();
    this.#narrowKey = keysIn(this.#narrowRoot, numbers);
    this.#wideKey = keysIn(this.#wideRoot, numbers);
    this.#casesOfWide = remember((schema) => casesOf(this.#wideRoot, schema));
  }

  /** Reasons why the wide root may reject values of the narrow root. */
  compareRoots(): readonly Gap[] {
    try {
      return this.gaps([this.#narrowRoot], this.#wideRoot, []);
    } catch (error) {
      if (error instanceof RangeError) return [{ path: [], keyword: "size", undecided: true }];
      throw error;
    }
  }

  /** Reasons why a wide schema may reject values that satisfy all narrow ones. */
  gaps(narrow: readonly JsonSchema[], wide: JsonSchema, path: ManifestPath): readonly Gap[] {
    if (++this.#steps > maxSteps) throw new RangeError("The comparison takes too many steps.");
    const own = new Set(narrow.map(this.#narrowKey));
    const wanted = this.#wideKey(wide);
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
      ...(areMultiples(narrow, part) ? [] : [gapAt("multipleOf")]),
      ...(type === "array" ? arrayGaps(this, parts, part, path) : []),
      ...(type === "object" ? objectGaps(this, parts, part, path) : []),
      ...opaqueKeywords
        .filter(([of, keyword]) => (of === "any" || of === type) && !this.#holds(keyword, narrow, part))
        .map(([, keyword]) => gapAt(keyword))
        // Only a new constraint certainly rejects values; `oneOf` does not if its alternatives exclude each other.
        .map((gap): Gap =>
          gap.narrow === undefined && gap.keyword !== "oneOf" ? gap : { ...gap, undecided: true },
        ),
    ];
  }

  /** Whether all values of a case satisfy an opaque keyword. */
  #holds(keyword: string, narrow: Case, part: JsonSchemaObject): boolean {
    const value = part[keyword];
    if (value === undefined) return true;
    const casesIn = (schema: JsonSchema): readonly Case[] =>
      this.#casesOfWide(schema).filter((one) => !areDistinct(narrow, one));
    if (keyword === "not" && isSchema(value) && casesIn(value).length === 0) return true;
    if (keyword === "oneOf" && areDisjoint(schemaList(value).map(casesIn))) return true;
    if (keyword.startsWith("unevaluated")) return value === true;
    const pick = this.#pickOf(keyword);
    return this.#hasEqual(narrow.parts.map(pick), pick(part));
  }

  /** Whether one of the narrow schemas is equivalent to a wide one. */
  #hasEqual(narrow: readonly JsonSchema[], wide: JsonSchema): boolean {
    const wanted = this.#wideKey(wide);
    return narrow.some((own) => this.#narrowKey(own) === wanted);
  }
}

function keyOf({ path, keyword, values }: Gap): string {
  return jsonKey([path, keyword, values]);
}

function areDisjoint(lists: readonly (readonly Case[])[]): boolean {
  return lists.every((ones, index) =>
    lists
      .slice(index + 1)
      .every((others) => ones.every((one) => others.every((other) => areDistinct(one, other)))),
  );
}

/** A schema as text, and the references in it. */
type SchemaText = readonly [text: string, references: readonly string[]];

/**
 * Returns a function that serializes a schema; only equivalent schemas have the same text. `numbers` has a number for each
 * definition with all those that it references: many schemas reference the same ones.
 */
function keysIn(root: JsonSchemaObject, numbers: Map<string, number>): (schema: JsonSchema) => string {
  const targetOf = (reference: string): JsonSchema => localReference(root, reference) ?? true;
  const textOf = remember((schema: JsonSchema): SchemaText => {
    const part = isSchemaObject(schema) ? { ...schema, $defs: undefined } : schema;
    const text = jsonKey(withoutAnnotations(part));
    const references = [...new Set(text.match(/#\/\$defs\/[^"]+/g))];
    const [first = ""] = references;
    const isAlias = text === `{"$ref":"${first}"}` && targetOf(first) !== schema;
    return isAlias ? textOf(targetOf(first)) : [text, references];
  });
  const numberOf = remember((reference: string): number => {
    const reached = new Set([reference]);
    for (const one of reached) for (const next of textOf(targetOf(one))[1]) reached.add(next);
    const text = [...reached].flatMap((one) => [one, textOf(targetOf(one))[0]]).join("\n");
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  return remember((schema) => {
    const [text, references] = textOf(schema);
    return [text, ...references.map(numberOf)].join("\n");
  });
}

/** Calls a function once for each argument. */
function remember<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const result = known.get(argument) ?? make(argument);
    known.set(argument, result);
    return result;
  };
}

const rootName = "(root)";

/** Turns references to the root into references to a definition, which also resolve in a part of the schema. */
function withNamedRoot(root: JsonSchemaObject): JsonSchemaObject {
  const text = JSON.stringify(root);
  const named = text.replaceAll('"$ref":"#"', `"$ref":"#/$defs/${rootName}"`);
  if (named === text) return root;
  const { $defs, ...rest } = JSON.parse(named) as JsonSchemaObject;
  return { $ref: `#/$defs/${rootName}`, $defs: { ...Object($defs), [rootName]: rest } };
}
