import type { JsonSchemaObject } from "@toolkiln/runtime";
import { acceptor } from "./accepts.js";
import { boundKeywords, boundOf } from "./bounds.js";
import { flatten, literals, typesOf, type ValueType } from "./conjunction.js";
import type { Gap } from "./cover.js";

/** Values that are tried at one place. */
const mostValues = 60;
const longestText = 200;

/** A value that one side of a gap accepts and the other refuses, if one of a few likely ones does. */
export function findWitness(
  { sides }: Gap,
  narrowRoot: JsonSchemaObject,
  wideRoot: JsonSchemaObject,
): { readonly value: unknown } | undefined {
  if (sides === undefined) return undefined;
  const isNarrow = acceptor(sides.narrow, narrowRoot);
  const isWide = acceptor([sides.wide], wideRoot);
  if (isNarrow === undefined || isWide === undefined) return undefined;
  const likely = likelyValues([...sides.narrow, ...(flatten(wideRoot, sides.wide) ?? [])], narrowRoot, 0);
  const found = likely.findIndex((value) => isNarrow(value) && !isWide(value));
  return found < 0 ? undefined : { value: likely[found] };
}

/** Values near the limits of some schemas, simple ones first. */
function likelyValues(
  schemas: readonly JsonSchemaObject[],
  root: JsonSchemaObject,
  depth: number,
): unknown[] {
  const listed = schemas.flatMap((schema) => literals(schema) ?? []);
  const given = schemas.flatMap(({ default: value, examples = [] }) => [
    ...(value === undefined ? [] : [value]),
    ...(Array.isArray(examples) ? examples : []),
  ]);
  const branches = schemas.flatMap((schema) => [schema["anyOf"] ?? [], schema["oneOf"] ?? []].flat());
  const inner = depth > 3 ? [] : branches.flatMap((branch) => likelyOf(branch, root, depth + 1));
  const plain = [...typesOf(schemas, root)].flatMap((type) => valuesOfType[type](schemas, root, depth));
  return [...listed, ...given, ...plain, ...inner].slice(0, mostValues);
}

function likelyOf(schema: unknown, root: JsonSchemaObject, depth: number): unknown[] {
  return likelyValues(flatten(root, schema) ?? [], root, depth);
}

type ValuesOf = (schemas: readonly JsonSchemaObject[], root: JsonSchemaObject, depth: number) => unknown[];

const valuesOfType: Readonly<Record<ValueType, ValuesOf>> = {
  null: () => [null],
  boolean: () => [true, false],
  integer: (schemas) => [
    0,
    1,
    -1,
    ...limits(schemas, "integer").flatMap((limit) => [limit, limit - 1, limit + 1]),
  ],
  fraction: (schemas) => [
    0.5,
    -0.5,
    ...limits(schemas, "fraction").flatMap((limit) => [limit - 0.5, limit + 0.5]),
  ],
  string: (schemas) => [
    ...likelyTexts,
    ...limits(schemas, "string").flatMap((limit) =>
      limit > longestText
        ? []
        : [limit - 1, limit, limit + 1].map((length) => "a".repeat(Math.max(0, length))),
    ),
  ],
  array: (schemas, root, depth) => {
    const items =
      depth > 3 ? [] : likelyOf({ allOf: schemas.map(({ items: item = true }) => item) }, root, depth + 1);
    return [[], ...items.slice(0, 12).flatMap((item) => [[item], [item, item]])];
  },
  object: (schemas, root, depth) => {
    const names = [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))];
    const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
    const valuesOf = (name: string): unknown[] =>
      depth > 3
        ? []
        : likelyOf(
            { allOf: schemas.map(({ properties = {} }) => properties[name] ?? true) },
            root,
            depth + 1,
          );
    const base = Object.fromEntries([...required].map((name) => [name, valuesOf(name)[0] ?? "a"]));
    return [
      base,
      { ...base, "some name": "a" },
      ...names.flatMap((name) =>
        valuesOf(name)
          .slice(0, 6)
          .map((value) => ({ ...base, [name]: value })),
      ),
    ];
  },
};

function limits(schemas: readonly JsonSchemaObject[], type: ValueType): number[] {
  return boundKeywords
    .filter(({ types }) => types.includes(type))
    .flatMap((bound) => schemas.flatMap((schema) => boundOf([schema], bound, new Set([type]))?.limit ?? []));
}

const likelyTexts = [
  "a|A|1| |abc|ABC|123|a b|a-b|a_b|a.b|a/b|-|é|a\nb|",
  "2026-01-02|2026-01-02T03:04:05Z|https://example.com/a|a@example.com|127.0.0.1|./a|/a",
].flatMap((texts) => texts.split("|"));
