import type { JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { schemaList } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { boundGaps, multipleGaps } from "./bounds.js";
import { jsonKey } from "../values/json-key.js";
import { canonicalSchema } from "./canonical-schema.js";
import {
  areApart,
  casesOf,
  flatten,
  literals,
  typeCasesOf,
  typesOf,
  type Conjunction,
  type ValueType,
} from "./conjunction.js";
import { arrayGaps, objectGaps } from "./cover-members.js";
import { openGap, type Gap } from "./gap.js";

/** Maximum comparisons per place; a schema that needs more is undecided. */
const mostSteps = 20_000;
const deepest = 60;

/** Keywords that are only compared verbatim, together with those they depend on. */
const opaqueKeywords: readonly {
  readonly type?: ValueType;
  readonly keywords: readonly [string, ...string[]];
}[] = [
  { keywords: ["not"] },
  { keywords: ["if", "then", "else"] },
  { type: "array", keywords: ["contains", "minContains", "maxContains"] },
  { type: "object", keywords: ["patternProperties"] },
  { type: "object", keywords: ["propertyNames"] },
  { type: "object", keywords: ["dependentRequired"] },
  { type: "object", keywords: ["dependentSchemas"] },
];

/**
 * Proves that a wide schema accepts every value of a narrow one, and lists the gaps. Without gaps, it is proved;
 * a listed gap may be a false positive.
 */
export class Cover {
  readonly narrowRoot: JsonSchemaObject;
  readonly wideRoot: JsonSchemaObject;
  readonly #numbers = new Map<object, number>();
  readonly #active = new Set<string>();
  #steps = 0;

  constructor(narrowRoot: JsonSchemaObject, wideRoot: JsonSchemaObject) {
    this.narrowRoot = narrowRoot;
    this.wideRoot = wideRoot;
  }

  /** Reasons why the wide root may reject values of the narrow root. */
  compareRoots(): readonly Gap[] {
    return this.gaps(flatten(this.narrowRoot, this.narrowRoot), this.wideRoot, []);
  }

  /** Reasons why a wide schema may reject values of a conjunction. */
  gaps(narrow: Conjunction, wide: unknown, path: ManifestPath): readonly Gap[] {
    if (narrow === undefined || typesOf(narrow, this.narrowRoot).size === 0) return [];
    if (++this.#steps > mostSteps || this.#active.size > deepest)
      return [{ path, keyword: "size", undecided: true }];
    const parts = flatten(this.wideRoot, wide);
    if (parts === undefined) return [{ path, keyword: "false" }];
    if (parts.length === 0) return [];
    const key = [...narrow, "⊆", ...parts].map((part) => this.#numberOf(part)).join(" ");
    // Values are finite: a recursive comparison adds no gaps.
    if (this.#active.has(key)) return [];
    this.#active.add(key);
    const found = this.#gapsOfParts(narrow, parts, path);
    const split = found.length === 0 ? undefined : casesOf(narrow, this.narrowRoot);
    const gaps = split === undefined ? found : split.flatMap((one) => this.gaps(one, wide, path));
    this.#active.delete(key);
    return withoutRepetition(gaps);
  }

  #numberOf(part: JsonSchemaObject | string): string {
    if (typeof part === "string") return part;
    const number = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, number);
    return String(number);
  }

  #gapsOfParts(
    narrow: readonly JsonSchemaObject[],
    parts: readonly JsonSchemaObject[],
    path: ManifestPath,
  ): readonly Gap[] {
    const known = new Set(narrow.map((schema) => canonicalSchema(schema, this.narrowRoot)));
    const open = parts.filter((part) => {
      const text = canonicalSchema(part, this.wideRoot);
      return text === undefined || !known.has(text);
    });
    if (open.length === 0) return [];
    const refused = this.#refusedLiterals(narrow, open);
    if (refused === undefined) return open.flatMap((part) => this.#gapsOfPart(narrow, part, path));
    return refused.length === 0 ? [] : [{ path, keyword: "enum", values: refused }];
  }

  /** The rejected values of a narrow schema with few values; undefined when it has many. */
  #refusedLiterals(
    narrow: readonly JsonSchemaObject[],
    wide: readonly JsonSchemaObject[],
  ): readonly unknown[] | undefined {
    const types = typesOf(narrow, this.narrowRoot);
    const listed = narrow.map(literals).find((values) => values !== undefined);
    const few = [...types].every((type) => type === "boolean" || type === "null");
    const values = listed ?? (few ? [true, false, null] : undefined);
    if (values === undefined) return undefined;
    const isNarrow = acceptor(narrow, this.narrowRoot);
    const isWide = acceptor(wide, this.wideRoot);
    return isNarrow && isWide && values.filter((value) => isNarrow(value) && !isWide(value));
  }

  #gapsOfPart(narrow: readonly JsonSchemaObject[], part: JsonSchemaObject, path: ManifestPath): Gap[] {
    const types = typesOf(narrow, this.narrowRoot);
    const values = literals(part);
    return [
      ...this.#typeGaps(types, part, path),
      ...(values === undefined ? [] : [{ path, keyword: "enum", wide: values }]),
      ...boundGaps(narrow, part, types, path),
      ...(types.has("integer") || types.has("fraction") ? multipleGaps(narrow, part, types, path) : []),
      ...(types.has("string") ? this.#textGaps(narrow, part, path) : []),
      ...(types.has("array") ? arrayGaps(this, narrow, part, path) : []),
      ...(types.has("object") ? objectGaps(this, narrow, part, path) : []),
      ...this.#alternativeGaps(narrow, part, path),
      ...this.#otherGaps(narrow, part, types, path),
    ];
  }

  #typeGaps(types: ReadonlySet<ValueType>, part: JsonSchemaObject, path: ManifestPath): Gap[] {
    if (part.type === undefined) return [];
    const wide = typesOf([{ type: part.type }], this.wideRoot);
    const missing = [...types].filter((type) => !wide.has(type));
    return missing.length === 0 ? [] : [{ path, keyword: "type", values: missing }];
  }

  #textGaps(narrow: readonly JsonSchemaObject[], part: JsonSchemaObject, path: ManifestPath): Gap[] {
    return ["pattern", "format"].flatMap((keyword) => {
      const wanted = part[keyword];
      const given = narrow.map((schema) => schema[keyword]).filter((value) => value !== undefined);
      if (wanted === undefined || given.includes(wanted)) return [];
      return [{ ...openGap(path, keyword, narrow), narrow: given[0], wide: wanted }];
    });
  }

  /** `anyOf`, and `oneOf` with disjoint alternatives. */
  #alternativeGaps(narrow: readonly JsonSchemaObject[], part: JsonSchemaObject, path: ManifestPath): Gap[] {
    return ["anyOf", "oneOf"].flatMap((keyword) => {
      const branches = schemaList(part[keyword]);
      if (branches.length === 0 || this.#shares([keyword], narrow, part)) return [];
      const gaps = this.#uncovered(narrow, branches, path, keyword);
      const parts = branches.map((branch) => flatten(this.wideRoot, branch));
      const overlaps = parts.some((one, index) =>
        parts.slice(index + 1).some((other) => !areApart(one, this.wideRoot, other, this.wideRoot)),
      );
      if (gaps.length > 0 || keyword === "anyOf" || !overlaps) return gaps;
      return [{ path, keyword, undecided: true as const }];
    });
  }

  #uncovered(
    narrow: readonly JsonSchemaObject[],
    branches: readonly unknown[],
    path: ManifestPath,
    keyword: string,
  ): Gap[] {
    if (branches.some((branch) => this.gaps(narrow, branch, path).length === 0)) return [];
    const cases = casesOf(narrow, this.narrowRoot) ?? typeCasesOf(narrow, this.narrowRoot);
    if (cases !== undefined)
      return cases.flatMap((one) => (one === undefined ? [] : this.#uncovered(one, branches, path, keyword)));
    const types = typesOf(narrow, this.narrowRoot);
    if (types.size === 0) return [];
    const alike = branches.filter((branch) =>
      [...typesOf(flatten(this.wideRoot, branch), this.wideRoot)].some((type) => types.has(type)),
    );
    // The only alternative of this type must be the changed one.
    if (alike.length === 1) return [...this.gaps(narrow, alike[0], path)];
    if (alike.length === 0) return [{ path, keyword: "type", values: [...types] }];
    return [{ path, keyword, undecided: true }];
  }

  /** Other keywords: equal, or undecided. */
  #otherGaps(
    narrow: readonly JsonSchemaObject[],
    part: JsonSchemaObject,
    types: ReadonlySet<ValueType>,
    path: ManifestPath,
  ): Gap[] {
    const { not } = part;
    const isExcluded =
      not !== undefined && areApart(narrow, this.narrowRoot, flatten(this.wideRoot, not), this.wideRoot);
    return opaqueKeywords.flatMap(({ type, keywords }) => {
      const [keyword] = keywords;
      const isIdle = part[keyword] === undefined || (type !== undefined && !types.has(type));
      if (isIdle || (keyword === "not" && isExcluded) || this.#shares(keywords, narrow, part)) return [];
      return [openGap(path, keyword, narrow)];
    });
  }

  /** Whether a narrow schema has the same values for some keywords. */
  #shares(keywords: readonly string[], narrow: readonly JsonSchemaObject[], part: JsonSchemaObject): boolean {
    const pick = (schema: JsonSchemaObject) =>
      Object.fromEntries(keywords.flatMap((key) => (Object.hasOwn(schema, key) ? [[key, schema[key]]] : [])));
    const wanted = canonicalSchema(pick(part), this.wideRoot);
    return (
      wanted !== undefined &&
      narrow.some((schema) => canonicalSchema(pick(schema), this.narrowRoot) === wanted)
    );
  }
}

function withoutRepetition(gaps: readonly Gap[]): readonly Gap[] {
  const byKey = new Map(gaps.map((gap) => [jsonKey([gap.path, gap.keyword, gap.values]), gap]));
  return [...byKey.values()];
}

/** Returns a check that all schemas accept a value; undefined when that cannot be decided. */
function acceptor(
  schemas: readonly unknown[],
  { $defs }: JsonSchemaObject,
): ((value: unknown) => boolean) | undefined {
  const schema = { allOf: schemas.map(withoutIdentity), ...($defs !== undefined && { $defs }) };
  // `#` would mean this schema instead of the root.
  if (/"\$ref":"#"/.test(JSON.stringify(schema))) return undefined;
  const validate = compileSchema(schema, false);
  return validate instanceof Error ? undefined : (value) => validate(value);
}

/** Removes ids and definitions: these are at the root. */
function withoutIdentity(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const { $defs: _defs, $id: _id, $schema: _dialect, ...rest } = schema as JsonSchemaObject;
  return rest;
}
