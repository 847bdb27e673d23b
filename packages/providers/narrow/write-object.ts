import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { describe } from "../schema/phrase-keyword.js";
import { pointerStep, schemaEntries, schemaList } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-literal.js";

/** Writes an object. Only a `total` dialect allows additional properties. */
export function writeObject(node: JsonSchemaObject, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  const { dialect } = narrowing;
  const properties = schemaEntries(node.properties).filter(([, schema]) => schema !== false);
  if (!dialect.total) {
    const undescribed = node.required?.find((name) => !Object.hasOwn(node.properties ?? {}, name));
    if (undescribed !== undefined) {
      return narrowing.cannot(pointer, "required", `\`${undescribed}\` is required but not described`, node);
    }
    const open = openness(node, properties.length);
    if (open !== undefined) {
      return narrowing.cannot(pointer, open, "it takes properties that are not described", node);
    }
  }
  const draft = new SchemaDraft(narrowing, node, pointer, "object");
  writeProperties(draft, properties, narrowing);
  writeRest(draft, narrowing);
  draft.keep("minProperties", "maxProperties");
  return draft.finish();
}

/** The keyword that allows additional properties. */
function openness(node: JsonSchemaObject, properties: number): string | undefined {
  if (schemaEntries(node["patternProperties"]).length > 0) return "patternProperties";
  const { additionalProperties = properties === 0 } = node;
  return additionalProperties === false ? undefined : "additionalProperties";
}

function writeProperties(
  draft: SchemaDraft,
  properties: readonly (readonly [string, JsonSchema])[],
  narrowing: Narrowing,
): void {
  const { dialect, names } = narrowing;
  draft.take("properties");
  const required = draft.take("required") ?? [];
  const fillsAbsent = dialect.optional === "null";
  const sent = properties.map(([name, schema]): [string, JsonSchemaObject] => {
    const at = `${draft.pointer}/properties/${pointerStep(name)}`;
    const sentName = names.get(name);
    if (required.includes(name)) return toEntry(name, sentName, at, narrowing.write(schema, at), narrowing);
    const written = narrowing.writeOptional(schema, at);
    return toEntry(name, sentName, at, fillsAbsent ? writeNullable(written, dialect) : written, narrowing);
  });
  draft.sent["properties"] = Object.fromEntries(sent);
  const needed = fillsAbsent ? properties.map(([name]) => name) : required;
  if (needed.length > 0 || fillsAbsent) {
    draft.sent["required"] = needed.map((name) => names.get(name) ?? name);
  }
}

function toEntry(
  name: string,
  sentName: string | undefined,
  pointer: string,
  schema: JsonSchemaObject,
  { losses }: Narrowing,
): [string, JsonSchemaObject] {
  if (sentName === undefined) return [name, schema];
  const told = `stands for ${JSON.stringify(name)}`;
  losses.push({ pointer, keyword: "properties", effect: "reshaped", told });
  return [sentName, { ...schema, description: describe(schema.description, [told]) }];
}

function writeRest(draft: SchemaDraft, narrowing: Narrowing): void {
  const { additionalProperties } = draft.node;
  const { pointer, sent } = draft;
  const keyword = "additionalProperties";
  if (narrowing.dialect.openObjects === true) return;
  draft.take(keyword);
  if (!narrowing.dialect.total) {
    sent[keyword] = false;
    if (additionalProperties === undefined) {
      narrowing.losses.push({ pointer, keyword, effect: "narrowed", told: "" });
    }
  } else if (typeof additionalProperties === "object") {
    sent[keyword] = narrowing.writeOptional(additionalProperties, `${pointer}/${keyword}`);
  } else if (additionalProperties !== undefined) sent[keyword] = additionalProperties;
}

/** Writes a list. */
export function writeArray(node: JsonSchemaObject, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  const { total } = narrowing.dialect;
  const places = schemaList(node["prefixItems"]);
  if (places.length > 0 && !total) {
    return narrowing.cannot(pointer, "prefixItems", "a list of fixed places cannot be sent", node);
  }
  const draft = new SchemaDraft(narrowing, node, pointer, "array");
  if (places.length > 0) {
    draft.take("prefixItems");
    draft.sent["prefixItems"] = places.map((place, index) =>
      narrowing.write(place, `${pointer}/prefixItems/${index}`),
    );
  }
  const items = draft.take("items") ?? true;
  if (typeof items === "object") draft.sent["items"] = narrowing.write(items, `${pointer}/items`);
  else if (!total) return narrowing.cannot(pointer, "items", "its items are not described", node);
  else if (!items) {
    draft.take("maxItems");
    draft.sent["maxItems"] = Math.min(places.length, node["maxItems"] ?? places.length);
  }
  draft.keep("minItems", "maxItems", "uniqueItems");
  return draft.finish();
}
