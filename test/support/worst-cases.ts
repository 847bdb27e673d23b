/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */
import type { JsonSchemaObject } from "@toolkiln/runtime";

/** A schema with inputs of any size that are as slow as possible to validate. */
export interface WorstCase {
  readonly title: string;
  readonly schema: JsonSchemaObject;
  readonly input: (size: number) => unknown;
  /** A size for counting validation steps. */
  readonly small: number;
  /** The largest size within the limits of an input. */
  readonly large: number;
}

const many = { small: 500, large: 100_000 };
const deep = { small: 12, large: 60 };

function list<Item>(size: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: size }, (_, index) => item(index));
}

function map(size: number, value: (index: number) => unknown): unknown {
  return Object.fromEntries(list(size, (index) => [`name${index}`, value(index)]));
}

function chain(size: number): unknown {
  return size === 0 ? {} : { next: chain(size - 1) };
}

/** Two alternatives: both validate everything below `next` and require a missing property. */
function branches(keyword: string, next: JsonSchemaObject): JsonSchemaObject {
  const branch = (name: string): JsonSchemaObject => ({ properties: { next }, required: [name] });
  return { [keyword]: [branch("a"), branch("b")] };
}

const root = { $ref: "#" };
const wide = list(1000, (index) => `wide${index}`);

/** A chain in which each definition refers to the next one twice. */
const definitions = Object.fromEntries(
  list(61, (index) => [
    `d${index}`,
    index === 60 ? {} : branches("anyOf", { $ref: `#/$defs/d${index + 1}` }),
  ]),
);

export const worstCases: readonly WorstCase[] = [
  { title: "uniqueItems of objects", schema: { uniqueItems: true }, input: (size) => list(size, (index) => ({ a: [index, "x"] })), small: 500, large: 60_000 }, // prettier-ignore
  {
    title: "uniqueItems of numbers",
    schema: { uniqueItems: true },
    input: (size) => list(size, Number),
    ...many,
  },
  { title: "uniqueItems of long texts", schema: { uniqueItems: true }, input: (size) => list(size, (index) => "x".repeat(16_384) + index), small: 20, large: 2000 }, // prettier-ignore
  { title: "uniqueItems inside uniqueItems", schema: { uniqueItems: true, items: root }, input: (size) => list(size, () => 0).reduce<unknown>((inner, _, index) => [inner, [[], index]], list(5000, Number)), ...deep, small: 25 }, // prettier-ignore
  { title: "recursive anyOf", schema: branches("anyOf", root), input: chain, ...deep },
  { title: "recursive oneOf", schema: branches("oneOf", root), input: chain, ...deep },
  { title: "recursive allOf", schema: branches("allOf", root), input: chain, ...deep },
  { title: "recursive if", schema: { if: branches("allOf", root), then: { properties: { next: root } }, else: { properties: { next: root } } }, input: chain, ...deep }, // prettier-ignore
  { title: "recursive not", schema: { allOf: [{ not: branches("anyOf", root) }, { not: branches("allOf", root) }] }, input: chain, ...deep }, // prettier-ignore
  { title: "recursive anyOf with unevaluatedProperties", schema: { ...branches("anyOf", root), unevaluatedProperties: false }, input: chain, ...deep }, // prettier-ignore
  {
    title: "a chain of definitions",
    schema: { $ref: "#/$defs/d0", $defs: definitions },
    input: chain,
    ...deep,
  },
  { title: "required of many objects", schema: { items: { required: wide } }, input: (size) => list(size, () => ({})), small: 500, large: 240_000 }, // prettier-ignore
  { title: "dependentRequired of many objects", schema: { items: { dependentRequired: { a: wide } } }, input: (size) => list(size, () => ({ a: 1 })), ...many }, // prettier-ignore
  { title: "references of many invalid items", schema: { items: { $ref: "#/$defs/item" }, $defs: { item: { type: "string", allOf: [{ $ref: "#/$defs/other" }] }, other: { not: { $ref: "#/$defs/last" } }, last: { type: "number" } } }, input: (size) => list(size, Number), small: 500, large: 240_000 }, // prettier-ignore
  { title: "items that are all invalid", schema: { items: { type: "string", minimum: 1e9 } }, input: (size) => list(size, Number), small: 500, large: 240_000 }, // prettier-ignore
  { title: "additionalProperties that are all invalid", schema: { additionalProperties: { type: "string" } }, input: (size) => map(size, Number), ...many }, // prettier-ignore
  { title: "patternProperties of many names", schema: { patternProperties: { "^n": { type: "string" }, "^na": { type: "number" } } }, input: (size) => map(size, Number), ...many }, // prettier-ignore
  { title: "propertyNames of many names", schema: { propertyNames: { maxLength: 3 } }, input: (size) => map(size, Number), ...many }, // prettier-ignore
  { title: "unevaluatedProperties over allOf", schema: { allOf: list(10, (index) => ({ patternProperties: { [`${index}$`]: {} } })), unevaluatedProperties: { type: "string" } }, input: (size) => map(size, Number), small: 500, large: 20_000 }, // prettier-ignore
  { title: "unevaluatedItems over contains", schema: { contains: { type: "string" }, minContains: 0, unevaluatedItems: { type: "object" } }, input: (size) => list(size, Number), ...many }, // prettier-ignore
  { title: "contains that finds nothing", schema: { contains: { properties: { a: { type: "string" } }, required: ["a"] } }, input: (size) => list(size, (a) => ({ a })), ...many }, // prettier-ignore
  { title: "enum of many values", schema: { items: { enum: list(10_000, (index) => `value${index}`) } }, input: (size) => list(size, () => "value9999"), ...many }, // prettier-ignore
  { title: "const of a large value", schema: { items: { const: list(1000, Number) } }, input: (size) => list(size, () => list(1000, Number)), small: 5, large: 200 }, // prettier-ignore
  { title: "multipleOf of decimals", schema: { items: { multipleOf: 0.01 } }, input: (size) => list(size, (index) => Number(`${index}e-2`)), ...many }, // prettier-ignore
  { title: "format url", schema: { items: { format: "url" } }, input: (size) => list(size, () => `http://${"a.bb/@:".repeat(2000)}\n`), small: 3, large: 300 }, // prettier-ignore
  { title: "minLength and maxLength of long texts", schema: { items: { minLength: 1, maxLength: 1e8 } }, input: (size) => list(size, (index) => "x".repeat(100_000) + index), small: 3, large: 330 }, // prettier-ignore
];
