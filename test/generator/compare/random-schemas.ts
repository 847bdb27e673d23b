import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Random } from "../support/random.js";

type Maker = (random: Random, depth: number) => JsonSchemaObject;

const patterns = ["^a", "b$", "^[a-c]*$", "[0-9]", "^.{2,4}$"];
const names = ["a", "b", "c", "x-1"];

function maybe<T>(random: Random, value: () => T, chance = 0.4): T | undefined {
  return random.chance(chance) ? value() : undefined;
}

/** Removes keywords whose values are undefined. */
function present(keywords: Record<string, unknown>): JsonSchemaObject {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

const makers: readonly Maker[] = [
  (random) => {
    const low = random.integer(-3, 3);
    return present({
      type: random.pick(["integer", "number", ["integer", "null"]]),
      minimum: maybe(random, () => low),
      exclusiveMinimum: maybe(random, () => low, 0.2),
      maximum: maybe(random, () => low + random.integer(0, 6)),
      exclusiveMaximum: maybe(random, () => low + random.integer(1, 6), 0.2),
      multipleOf: maybe(random, () => random.pick([1, 2, 3, 0.5]), 0.2),
    });
  },
  (random) =>
    present({
      type: random.pick(["string", ["string", "null"], ["string", "integer"]]),
      minLength: maybe(random, () => random.integer(0, 2)),
      maxLength: maybe(random, () => random.integer(2, 4)),
      pattern: maybe(random, () => random.pick(patterns), 0.2),
    }),
  (random) => ({ enum: random.pick([[1, 2], ["a", "b"], ["a"], [null, "a", 2], ["b", "c", true]]) }),
  (random) => ({ const: random.pick([1, "a", null, "b", { a: 1 }]) }),
  () => ({ type: "boolean" }),
  (random, depth) =>
    present({
      type: "array",
      items: maybe(random, () => randomSchema(random, depth - 1), 0.7),
      prefixItems: maybe(random, () => [randomSchema(random, depth - 1)], 0.2),
      minItems: maybe(random, () => random.integer(0, 2), 0.3),
      maxItems: maybe(random, () => random.integer(1, 3), 0.3),
      uniqueItems: maybe(random, () => true, 0.1),
      contains: maybe(random, () => randomSchema(random, 0), 0.1),
    }),
  (random, depth) => {
    const some = names.filter(() => random.chance(0.5));
    return present({
      type: "object",
      properties: Object.fromEntries(some.map((name) => [name, randomSchema(random, depth - 1)])),
      required: maybe(random, () => names.filter(() => random.chance(0.3))),
      additionalProperties: maybe(random, () => random.pick([false, true, randomSchema(random, 0)]), 0.6),
      patternProperties: maybe(
        random,
        () => ({ [random.pick(["^x", "^a"])]: randomSchema(random, 0) }),
        0.15,
      ),
      propertyNames: maybe(random, () => ({ maxLength: random.integer(1, 3) }), 0.1),
      minProperties: maybe(random, () => random.integer(0, 2), 0.1),
      maxProperties: maybe(random, () => random.integer(1, 3), 0.1),
      unevaluatedProperties: maybe(random, () => false, 0.1),
      dependentRequired: maybe(random, () => ({ a: ["b"] }), 0.1),
    });
  },
  (random, depth) => ({
    [random.pick(["anyOf", "oneOf", "allOf"])]: [
      randomSchema(random, depth - 1),
      randomSchema(random, depth - 1),
    ],
    ...(random.chance(0.3) && randomObject(random, depth - 1)),
  }),
  (random, depth) => ({ ...randomObject(random, depth - 1), not: randomSchema(random, 0) }),
  (random, depth) => ({
    ...randomObject(random, depth - 1),
    if: randomSchema(random, 0),
    [random.pick(["then", "else"])]: randomSchema(random, 0),
  }),
  (random) => ({ $ref: `#/$defs/${random.pick(["node", "text"])}` }),
  (random, depth) => ({
    type: "object",
    properties: { a: randomSchema(random, depth - 1) },
    [random.pick(["anyOf", "oneOf"])]: [
      { properties: { b: randomSchema(random, 0) }, required: ["b"] },
      { properties: { c: randomSchema(random, 0) }, required: ["c"] },
    ],
    unevaluatedProperties: false,
  }),
];

/** A schema of a few keywords. */
export function randomSchema(random: Random, depth: number): JsonSchema {
  return random.chance(0.04) ? random.chance(0.7) : randomObject(random, depth);
}

function randomObject(random: Random, depth: number): JsonSchemaObject {
  const simple = depth <= 0 ? makers.slice(0, 5) : makers;
  return random.pick(simple)(random, depth);
}

/** A schema with definitions, one of which is recursive. */
export function randomRoot(random: Random): JsonSchemaObject {
  return {
    ...randomObject(random, 2),
    $defs: {
      node: present({
        type: "object",
        properties: { a: randomSchema(random, 0), b: { $ref: "#/$defs/node" } },
        required: maybe(random, () => ["a"]),
        additionalProperties: maybe(random, () => false),
      }),
      text: present({ type: "string", maxLength: random.integer(1, 3) }),
    },
  };
}

/** A schema with one or two parts changed, as an author might change them. */
export function changeSchema(root: JsonSchemaObject, random: Random): JsonSchemaObject {
  const copy = structuredClone(root);
  const nodes: Record<string, unknown>[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) nodes.push(value as Record<string, unknown>);
    Object.values(value).forEach(collect);
  };
  collect(copy);
  for (let times = random.integer(1, 2); times > 0; times--) changeNode(random.pick(nodes), random);
  return copy;
}

function changeNode(node: Record<string, unknown>, random: Random): void {
  const keys = Object.keys(node).filter((key) => key !== "$defs" && !["node", "text"].includes(key));
  if (keys.length === 0) return;
  const key = random.pick(keys);
  const value = node[key];
  if (typeof value === "number") node[key] = Math.max(0, value + random.pick([-1, 1, 2]));
  else if (Array.isArray(value) && value.length > 1 && random.chance(0.7))
    value.splice(random.integer(0, 1), 1);
  else if (key === "additionalProperties") node[key] = random.pick([true, false]);
  else if (key === "pattern") node[key] = random.pick(patterns);
  else if (key === "type" && random.chance(0.7))
    node[key] = random.pick(["integer", "number", "string", ["string", "null"]]);
  else if (random.chance(0.5)) delete node[key];
  else if (names.includes(key)) node[key] = randomSchema(random, 1);
}
