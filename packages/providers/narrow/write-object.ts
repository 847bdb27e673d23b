import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { pointerTo } from "@toolkiln/runtime/json";
import { schemaEntries, schemaList } from "../schema/schema-node.js";
import { renameProperty } from "../wire/sent-names.js";
import type { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-alternatives.js";

/** Writes an object. Only a `total` dialect allows additional properties. */
export function writeObject(draft: SchemaDraft): JsonSchemaObject {
  const { node, dialect } = draft;
  const properties = schemaEntries(node.properties).filter(([, schema]) => schema !== false);
  if (!dialect.total) {
    const undescribed = node.required?.find((name) => !Object.hasOwn(node.properties ?? {}, name));
    if (undescribed !== undefined) {
      return draft.cannot("required", `\`${undescribed}\` is required but not described`);
    }
    const open = openness(node, properties.length);
    if (open !== undefined) return draft.cannot(open, "it takes properties that are not described");
  }
  draft.send("type", "object");
  writeProperties(draft, properties);
  if (dialect.openObjects !== true) writeRest(draft);
  draft.keep("minProperties", "maxProperties");
  return draft.finish();
}

/** The keyword that allows additional properties. */
function openness(node: JsonSchemaObject, properties: number): string | undefined {
  if (schemaEntries(node["patternProperties"]).length > 0) return "patternProperties";
  const { additionalProperties = properties === 0 } = node;
  return additionalProperties === false ? undefined : "additionalProperties";
}

function writeProperties(draft: SchemaDraft, properties: readonly (readonly [string, JsonSchema])[]): void {
  const { dialect, narrowing } = draft;
  const { names, losses } = narrowing;
  const required = draft.take("required") ?? [];
  const fillsAbsent = dialect.optional === "null";
  const sent = properties.map(([name, schema]) => {
    const at = pointerTo(`${draft.pointer}/properties`, name);
    if (required.includes(name)) return renameProperty(name, narrowing.write(schema, at), at, names, losses);
    const written = narrowing.writeOptional(schema, at);
    return renameProperty(name, fillsAbsent ? writeNullable(written, dialect) : written, at, names, losses);
  });
  draft.send("properties", Object.fromEntries(sent));
  const needed = fillsAbsent ? properties.map(([name]) => name) : required;
  if (needed.length > 0 || fillsAbsent) {
    draft.sent["required"] = needed.map((name) => names.get(name) ?? name);
  }
}

function writeRest(draft: SchemaDraft): void {
  const keyword = "additionalProperties";
  const rest = draft.take(keyword);
  if (!draft.dialect.total) {
    draft.sent[keyword] = false;
    if (rest === undefined) draft.lose(keyword, "narrowed", "");
  } else if (rest !== undefined) {
    draft.sent[keyword] =
      typeof rest === "object" ? draft.narrowing.writeOptional(rest, `${draft.pointer}/${keyword}`) : rest;
  }
}

/** Writes a list. */
export function writeArray(draft: SchemaDraft): JsonSchemaObject {
  const { node, pointer, narrowing } = draft;
  const { total } = draft.dialect;
  const places = schemaList(node["prefixItems"]);
  if (places.length > 0 && !total) {
    return draft.cannot("prefixItems", "a list of fixed places cannot be sent");
  }
  draft.send("type", "array");
  if (places.length > 0) {
    const sent = places.map((place, index) => narrowing.write(place, `${pointer}/prefixItems/${index}`));
    draft.send("prefixItems", sent);
  }
  const items = draft.take("items") ?? true;
  if (typeof items === "object") draft.sent["items"] = narrowing.write(items, `${pointer}/items`);
  else if (!total) return draft.cannot("items", "its items are not described");
  else if (!items) draft.send("maxItems", Math.min(places.length, node["maxItems"] ?? places.length));
  draft.keep("minItems", "maxItems", "uniqueItems");
  return draft.finish();
}
