import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import { areDisjoint } from "../codec/are-disjoint.js";
import { changesNothing, same, type Codec } from "../codec/codec.js";
import {
  annotationKeywords,
  itemBounds,
  numberBounds,
  propertyBounds,
  textBounds,
} from "../schema/schema-node.js";
import type { Carried, CarryContext } from "./carry-context.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-nullable.js";

/** Carries alternatives. */
export function carryUnion(
  node: JsonSchemaObject,
  branches: readonly JsonSchema[],
  keyword: "anyOf" | "oneOf",
  pointer: string,
  context: CarryContext,
): Carried {
  const draft = new SchemaDraft(context, node, pointer);
  draft.take(keyword);
  const choices = branches.flatMap((branch, index) =>
    branch === false || isNull(branch) ? [] : [context.carry(branch, `${pointer}/${keyword}/${index}`)],
  );
  const codec = chooseCodec(choices, context);
  if (codec === undefined) return context.cannot(pointer, keyword, indistinct, node);
  if (keyword === "oneOf" && !allApart(choices, context)) {
    draft.lose("oneOf", "widened", "matches exactly one of the alternatives");
  }
  return finishUnion(draft, choices, branches.some(isNull), codec, context);
}

/** Carries a schema of several types as one alternative for each. */
export function carryTypes(
  node: JsonSchemaObject,
  types: readonly JsonSchemaType[],
  pointer: string,
  context: CarryContext,
): Carried {
  const outer = Object.fromEntries(
    Object.entries(node).filter(([keyword]) => annotationKeywords.has(keyword)),
  );
  const inner = Object.fromEntries(
    Object.entries(node).filter(([keyword]) => !annotationKeywords.has(keyword)),
  );
  const present = types.filter((type) => type !== "null");
  const [only] = present;
  if (present.length === 1 && only !== undefined) {
    const carried = context.carry({ ...node, type: only }, pointer);
    return { ...carried, sent: writeNullable(carried.sent, context.dialect) };
  }
  const draft = new SchemaDraft(context, outer, pointer);
  const choices = present.map((type) => context.carry(partFor(inner, type), pointer));
  const codec = chooseCodec(choices, context);
  if (codec === undefined) return context.cannot(pointer, "type", indistinct, node);
  return finishUnion(draft, choices, types.includes("null"), codec, context);
}

function finishUnion(
  draft: SchemaDraft,
  choices: readonly Carried[],
  withNull: boolean,
  codec: Codec,
  context: CarryContext,
): Carried {
  const [only] = choices;
  if (only === undefined) return context.cannot(draft.pointer, "anyOf", "only null satisfies it", draft.node);
  if (choices.length === 1 && only.sent["$ref"] === undefined) {
    const { sent } = draft.finish(codec);
    const merged = mergeDescriptions(only.sent, sent);
    return { sent: withNull ? writeNullable(merged, context.dialect) : merged, codec };
  }
  draft.sent["anyOf"] = choices.map(({ sent }) => sent);
  const carried = draft.finish(codec);
  return { sent: withNull ? writeNullable(carried.sent, context.dialect) : carried.sent, codec };
}

function mergeDescriptions(inner: JsonSchemaObject, outer: JsonSchemaObject): JsonSchemaObject {
  const { description: detail } = inner;
  const { description } = outer;
  if (description === undefined || detail === undefined) return { ...inner, ...outer };
  return { ...inner, ...outer, description: `${description} ${detail}` };
}

const indistinct = "its alternatives cannot be told apart in this form";

/** Alternatives with different shapes must be distinguishable by what is sent; undefined when they are not. */
function chooseCodec(choices: readonly Carried[], context: CarryContext): Codec | undefined {
  const [only] = choices;
  if (only !== undefined && choices.length === 1) return only.codec;
  if (choices.every(({ codec }) => codec.kind !== "reference" && changesNothing(codec))) return same;
  if (!allApart(choices, context)) return undefined;
  return { kind: "choice", branches: choices, definitions: () => context.definitions() };
}

function allApart(choices: readonly Carried[], context: CarryContext): boolean {
  const definitions = context.definitions();
  return choices.every(({ sent }, index) =>
    choices.slice(index + 1).every((other) => areDisjoint(sent, other.sent, definitions)),
  );
}

function isNull(schema: JsonSchema): boolean {
  return (
    typeof schema === "object" &&
    (schema.type === "null" || schema.const === null) &&
    Object.keys(schema).every((key) => key === "type" || key === "const" || annotationKeywords.has(key))
  );
}

const keywordsOfType: Readonly<Partial<Record<JsonSchemaType, readonly string[]>>> = {
  string: [...textBounds, "format", "contentEncoding", "contentMediaType"],
  number: numberBounds,
  array: [
    ...itemBounds,
    "items",
    "prefixItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  object: [
    ...propertyBounds,
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
};

const typedKeywords = new Set(Object.values(keywordsOfType).flat());

/** The part of a schema that concerns one type. */
function partFor(node: JsonSchemaObject, type: JsonSchemaType): JsonSchemaObject {
  const own = keywordsOfType[type === "integer" ? "number" : type] ?? [];
  const entries = Object.entries(node).filter(
    ([keyword]) => own.includes(keyword) || !typedKeywords.has(keyword),
  );
  return { ...Object.fromEntries(entries), type };
}
