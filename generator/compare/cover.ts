import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaList } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { acceptor } from "./accepts.js";
import { boundGaps, multipleGaps } from "./bounds.js";
import { canonicalSchema, canonicalValue } from "./canonical-schema.js";
import {
  casesOf,
  flatten,
  literals,
  typeCasesOf,
  typesOf,
  type Conjunction,
  type ValueType,
} from "./conjunction.js";
import { arrayGaps } from "./cover-array.js";
import { objectGaps } from "./cover-object.js";
import { openGap, type Gap } from "./gap.js";

/** Comparisons of two schemas at one place; a schema that needs more is not decided. */
const mostSteps = 20_000;
const deepest = 60;

/**
 * Proves that a wide schema accepts every value that a narrow one accepts, and lists what stands in the way. What is not
 * listed is proved; what is listed may still hold.
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

  /** What keeps the wide root from accepting everything that the narrow root accepts. */
  compareRoots(): readonly Gap[] {
    return this.gaps(flatten(this.narrowRoot, this.narrowRoot), this.wideRoot, []);
  }

  /** What keeps a wide schema from accepting all values of a conjunction. */
  gaps(narrow: Conjunction, wide: unknown, path: ManifestPath): readonly Gap[] {
    if (narrow === undefined || typesOf(narrow, this.narrowRoot).size === 0) return [];
    if (++this.#steps > mostSteps || this.#active.size > deepest)
      return [{ path, keyword: "size", undecided: true }];
    const parts = flatten(this.wideRoot, wide);
    if (parts === undefined) return [{ path, keyword: "false" }];
    if (parts.length === 0) return [];
    const key = [...narrow, "⊆", ...parts].map((part) => this.#numberOf(part)).join(" ");
    // Values are finite: what leads back to the same question adds nothing to the answer.
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

  /** Of a narrow schema with a few values, those that are refused; undefined when it has many. */
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
      ...this.#conditionGaps(narrow, part, path),
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

  /** `anyOf`, and `oneOf` where its alternatives cannot meet. */
  #alternativeGaps(narrow: readonly JsonSchemaObject[], part: JsonSchemaObject, path: ManifestPath): Gap[] {
    return ["anyOf", "oneOf"].flatMap((keyword) => {
      const branches = schemaList(part[keyword]);
      if (branches.length === 0 || this.shares(keyword, narrow, part)) return [];
      const overlaps = keyword === "oneOf" && !this.#areApart(branches);
      const gaps = this.#uncovered(narrow, branches, path, keyword);
      if (gaps.length > 0 || !overlaps) return gaps;
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
    // The only alternative of that type is the one that its author changed.
    if (alike.length === 1) return [...this.gaps(narrow, alike[0], path)];
    if (alike.length === 0) return [{ path, keyword: "type", values: [...types] }];
    return [{ path, keyword, undecided: true }];
  }

  #areApart(branches: readonly unknown[]): boolean {
    return branches.every((branch, index) =>
      branches
        .slice(index + 1)
        .every((other) => this.#isDisjoint(flatten(this.wideRoot, branch), other, this.wideRoot)),
    );
  }

  /** Whether it is certain that no value satisfies both. */
  #isDisjoint(narrow: Conjunction, other: unknown, root: JsonSchemaObject, depth = 0): boolean {
    const parts = flatten(this.wideRoot, other);
    if (narrow === undefined || parts === undefined) return true;
    const types = typesOf(parts, this.wideRoot);
    if (![...typesOf(narrow, root)].some((type) => types.has(type))) return true;
    const listed = narrow.map(literals).find((values) => values !== undefined);
    const isOther = listed && acceptor(parts, this.wideRoot);
    if (isOther) return !listed.some(isOther);
    if (depth > 3) return false;
    const required = new Set(narrow.flatMap((schema) => schema.required ?? []));
    return [...required].some((name) => {
      const own = narrow.flatMap((schema) => propertyOf(schema, name));
      return parts
        .flatMap((schema) => propertyOf(schema, name))
        .some((schema) => this.#isDisjoint(flatten(root, ...own), schema, root, depth + 1));
    });
  }

  #conditionGaps(narrow: readonly JsonSchemaObject[], part: JsonSchemaObject, path: ManifestPath): Gap[] {
    const gaps: Gap[] = [];
    if (part["not"] !== undefined && !this.shares("not", narrow, part)) {
      if (!this.#isDisjoint(narrow, part["not"], this.narrowRoot)) gaps.push(openGap(path, "not", narrow));
    }
    if (part["if"] !== undefined && !this.shares("if then else", narrow, part)) {
      const outcomes = [part["then"] ?? true, part["else"] ?? true];
      if (outcomes.some((outcome) => this.gaps(narrow, outcome, path).length > 0))
        gaps.push(openGap(path, "if", narrow));
    }
    return gaps;
  }

  /** Whether one of the narrow schemas has the same values at some keywords. */
  shares(keywords: string, narrow: readonly JsonSchemaObject[], part: JsonSchemaObject): boolean {
    const pick = (schema: JsonSchemaObject) =>
      Object.fromEntries(
        keywords.split(" ").flatMap((key) => (Object.hasOwn(schema, key) ? [[key, schema[key]]] : [])),
      );
    const wanted = canonicalSchema(pick(part), this.wideRoot);
    return (
      wanted !== undefined &&
      narrow.some((schema) => canonicalSchema(pick(schema), this.narrowRoot) === wanted)
    );
  }
}

function propertyOf({ properties = {} }: JsonSchemaObject, name: string): unknown[] {
  return Object.hasOwn(properties, name) ? [properties[name]] : [];
}

function withoutRepetition(gaps: readonly Gap[]): readonly Gap[] {
  const byKey = new Map(gaps.map((gap) => [canonicalValue([gap.path, gap.keyword, gap.values]), gap]));
  return [...byKey.values()];
}
