import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { same, type Codec, type FieldCodec } from "../codec/codec.js";
import { mayBeNull } from "../schema/may-be-null.js";
import { isRecord } from "@toolkiln/runtime/json";
import { pointerStep, schemaEntries } from "../schema/schema-node.js";
import type { Carried, CarryContext } from "./carry-context.js";
import { describe, SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-nullable.js";

/** Carries an object: named properties, a map, or both where the dialect has a form for it. */
export function carryObject(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  const properties = schemaEntries(node.properties).filter(([, schema]) => schema !== false);
  const missing = node.required?.filter((name) => !Object.hasOwn(node.properties ?? {}, name)) ?? [];
  if (missing.length > 0 && context.dialect.objects !== "as-written") {
    return context.cannot(pointer, "required", `\`${missing[0]}\` is required but not described`, node);
  }
  if (context.dialect.objects !== "as-written") {
    if (properties.length === 0) return carryMap(node, pointer, context);
    const open = openness(node);
    if (open !== undefined)
      return context.cannot(pointer, open, "it takes properties that are not named", node);
  }
  const draft = new SchemaDraft(context, node, pointer, "object");
  const fields = carryProperties(draft, properties, missing, context);
  const rest = carryRest(draft, context);
  draft.keep("minProperties", "maxProperties");
  return draft.finish({ kind: "object", fields, rest });
}

/** The keyword that lets an object take properties that are not named. */
function openness(node: JsonSchemaObject): string | undefined {
  if (isRecord(node["patternProperties"])) return "patternProperties";
  const { additionalProperties } = node;
  return additionalProperties === undefined || additionalProperties === false
    ? undefined
    : "additionalProperties";
}

function carryProperties(
  draft: SchemaDraft,
  properties: readonly (readonly [string, JsonSchema])[],
  missing: readonly string[],
  context: CarryContext,
): FieldCodec[] {
  const { dialect } = context;
  draft.take("properties");
  const required = new Set(draft.take("required"));
  const names = legalPropertyNames(
    properties.map(([name]) => name),
    dialect.propertyName,
  );
  const sent: [string, JsonSchemaObject][] = [];
  const fields = properties.map(([name, schema]): FieldCodec => {
    const at = `${draft.pointer}/properties/${pointerStep(name)}`;
    const sentName = names.get(name) ?? name;
    const isOptional = !required.has(name);
    const nullMeansAbsent = isOptional && dialect.optional === "null";
    if (nullMeansAbsent && mayBeNull(schema, context.root)) {
      const carried = context.cannot(at, "required", "it may be left out and may also be null", schema);
      sent.push([sentName, carried.sent]);
      return { name, sentName, codec: same, nullMeansAbsent: false };
    }
    const carried = isOptional ? context.carryOptional(schema, at) : context.carry(schema, at);
    const described = sentName === name ? carried.sent : renamed(carried.sent, name, at, context);
    sent.push([sentName, nullMeansAbsent ? writeNullable(described, dialect) : described]);
    return { name, sentName, codec: carried.codec, nullMeansAbsent };
  });
  draft.sent["properties"] = Object.fromEntries(sent);
  const needed = fields.filter(({ name }) => required.has(name) || dialect.optional === "null");
  const neededNames = [...needed.map(({ sentName }) => sentName), ...missing];
  if (neededNames.length > 0 || dialect.optional === "null") draft.sent["required"] = neededNames;
  return fields;
}

function renamed(
  schema: JsonSchemaObject,
  name: string,
  pointer: string,
  context: CarryContext,
): JsonSchemaObject {
  const told = `stands for ${JSON.stringify(name)}`;
  context.lose({ pointer, keyword: "properties", effect: "reshaped", told });
  return { ...schema, description: describe(schema.description, [told]) };
}

function carryRest(draft: SchemaDraft, context: CarryContext): Codec {
  const { additionalProperties } = draft.node;
  switch (context.dialect.objects) {
    case "closed":
      draft.take("additionalProperties");
      draft.sent["additionalProperties"] = false;
      if (additionalProperties === undefined) {
        context.lose({
          pointer: draft.pointer,
          keyword: "additionalProperties",
          effect: "narrowed",
          told: "",
        });
      }
      return same;
    case "unsaid":
      if (additionalProperties === undefined || additionalProperties === true)
        draft.take("additionalProperties");
      return same;
    case "as-written": {
      draft.take("additionalProperties");
      if (additionalProperties === undefined) return same;
      if (typeof additionalProperties === "boolean") {
        draft.sent["additionalProperties"] = additionalProperties;
        return same;
      }
      const carried = context.carryOptional(additionalProperties, `${draft.pointer}/additionalProperties`);
      draft.sent["additionalProperties"] = carried.sent;
      return carried.codec;
    }
    default:
      return context.dialect.objects satisfies never;
  }
}

/** A map becomes a list of its entries, because its keys cannot be named. */
function carryMap(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  const draft = new SchemaDraft(context, node, pointer);
  for (const keyword of ["type", "properties", "required"]) draft.take(keyword);
  const values = mapValues(node);
  if (values === undefined) {
    return context.cannot(
      pointer,
      "additionalProperties",
      "it takes properties that are not described",
      node,
    );
  }
  if (values === false) {
    if (context.dialect.objects === "unsaid") {
      return context.cannot(pointer, "properties", "an object without properties cannot be sent", node);
    }
    draft.take("additionalProperties");
    Object.assign(draft.sent, { type: "object", properties: {}, additionalProperties: false });
    if (context.dialect.optional === "null") draft.sent["required"] = [];
    return draft.finish({ kind: "object", fields: [], rest: same });
  }
  const { schema, keyword } = values;
  const { sent, codec } = context.carry(schema, `${pointer}${values.pointer}`);
  const key = context.carry(keySchema(values.pattern), pointer);
  draft.sent["type"] = "array";
  draft.sent["items"] = {
    type: "object",
    properties: { key: key.sent, value: sent },
    required: ["key", "value"],
    ...(context.dialect.objects !== "unsaid" && { additionalProperties: false }),
  };
  if (keyword === "patternProperties") draft.take("additionalProperties");
  draft.lose(keyword, "reshaped", "a map, written as a list of entries with different keys");
  return draft.finish({ kind: "entries", values: codec });
}

function keySchema(pattern: string | undefined): JsonSchemaObject {
  return { type: "string", ...(pattern !== undefined && { pattern }) };
}

interface MapValues {
  readonly schema: JsonSchema;
  readonly keyword: string;
  readonly pointer: string;
  readonly pattern?: string;
}

/** What the values of a map are: a schema, false when there are none, undefined when they may be anything. */
function mapValues(node: JsonSchemaObject): MapValues | false | undefined {
  const { additionalProperties } = node;
  const patterns = schemaEntries(node["patternProperties"]);
  const [only] = patterns;
  if (patterns.length > 1) return undefined;
  if (only !== undefined) {
    if (additionalProperties !== false || typeof only[1] === "boolean") return undefined;
    const pointer = `/patternProperties/${pointerStep(only[0])}`;
    return { schema: only[1], keyword: "patternProperties", pointer, pattern: only[0] };
  }
  if (additionalProperties === false) return false;
  if (additionalProperties === undefined || additionalProperties === true) return undefined;
  return { schema: additionalProperties, keyword: "additionalProperties", pointer: "/additionalProperties" };
}

/** Names that a provider accepts for properties, by the manifest's names. */
function legalPropertyNames(
  names: readonly string[],
  legal: RegExp | undefined,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const taken = new Set(names.filter((name) => legal === undefined || legal.test(name)));
  for (const name of names) {
    if (taken.has(name) && (legal === undefined || legal.test(name))) chosen.set(name, name);
    else {
      const sentName = inventName(name, taken);
      taken.add(sentName);
      chosen.set(name, sentName);
    }
  }
  return chosen;
}

function inventName(name: string, taken: ReadonlySet<string>): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, 56);
  const base = /^[A-Za-z_]/.test(letters) ? letters : `p_${letters}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
