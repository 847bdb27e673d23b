import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { same, type Codec, type FieldCodec } from "../codec/codec.js";
import { mayBeNull } from "../schema/may-be-null.js";
import { isSchema, schemaList } from "../schema/schema-node.js";
import type { Carried, CarryContext } from "./carry-context.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-nullable.js";

/** Carries a list. */
export function carryArray(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  const places = schemaList(node["prefixItems"]);
  if (places.length > 0 && !context.dialect.tuples) return carryTuple(node, places, pointer, context);
  const draft = new SchemaDraft(context, node, pointer, "array");
  const prefix = places.map((place, index) => context.carry(place, `${pointer}/prefixItems/${index}`));
  if (prefix.length > 0) {
    draft.take("prefixItems");
    draft.sent["prefixItems"] = prefix.map(({ sent }) => sent);
  }
  const items = carryItems(draft, places.length, context);
  if (items === undefined) {
    return context.cannot(pointer, "items", "its items are not described", node);
  }
  draft.keep("minItems", "maxItems", "uniqueItems");
  return draft.finish({ kind: "array", items, prefix: prefix.map(({ codec }) => codec) });
}

function carryItems(draft: SchemaDraft, places: number, context: CarryContext): Codec | undefined {
  const items = draft.take("items");
  if (items === undefined || items === true) {
    return context.dialect.anything || places > 0 ? same : undefined;
  }
  if (items === false) {
    const most = Math.min(places, draft.node["maxItems"] ?? places);
    draft.take("maxItems");
    draft.sent["maxItems"] = most;
    return same;
  }
  const carried = context.carry(items, `${draft.pointer}/items`);
  draft.sent["items"] = carried.sent;
  return carried.codec;
}

const restName = "more";

/** A list of fixed places becomes an object with a field for each. */
function carryTuple(
  node: JsonSchemaObject,
  places: readonly JsonSchema[],
  pointer: string,
  context: CarryContext,
): Carried {
  const { dialect } = context;
  const draft = new SchemaDraft(context, node, pointer, "object");
  for (const keyword of ["items", "minItems", "maxItems"]) draft.take(keyword);
  const least = node["minItems"] ?? 0;
  const most = node["maxItems"] ?? Number.POSITIVE_INFINITY;
  const hasRest = node.items !== false && most > places.length;
  if (hasRest && (!isSchema(node.items) || node.items === true)) {
    return context.cannot(pointer, "prefixItems", "the items after the fixed places may be anything", node);
  }
  const properties: Record<string, JsonSchemaObject> = {};
  const fields = places.slice(0, Math.min(places.length, most)).map((place, index): FieldCodec => {
    const name = `item${index + 1}`;
    const at = `${pointer}/prefixItems/${index}`;
    const isOptional = index >= least;
    const { sent, codec } = isOptional ? context.carryOptional(place, at) : context.carry(place, at);
    const nullMeansAbsent = isOptional && dialect.optional === "null";
    if (nullMeansAbsent && mayBeNull(place, context.root)) {
      context.cannot(at, "prefixItems", "an item that may be missing may also be null", node);
    }
    properties[name] = nullMeansAbsent ? writeNullable(sent, dialect) : sent;
    return { name, sentName: name, codec, nullMeansAbsent };
  });
  const rest = hasRest && isSchema(node.items) ? context.carry(node.items, `${pointer}/items`) : undefined;
  if (rest !== undefined) properties[restName] = { type: "array", items: rest.sent };
  draft.sent["properties"] = properties;
  draft.sent["required"] =
    dialect.optional === "null"
      ? Object.keys(properties)
      : [...fields.slice(0, least).map(({ name }) => name), ...(rest === undefined ? [] : [restName])];
  if (dialect.objects !== "unsaid") draft.sent["additionalProperties"] = false;
  draft.lose("prefixItems", "reshaped", "a list of fixed places, written as an object");
  if (rest !== undefined && least > places.length) draft.lose("minItems");
  if (rest !== undefined && Number.isFinite(most)) draft.lose("maxItems");
  return draft.finish({
    kind: "tuple",
    places: fields,
    ...(rest !== undefined && { rest: { name: restName, items: rest.codec } }),
  });
}
