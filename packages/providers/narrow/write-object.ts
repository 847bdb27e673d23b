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
      return draft.reject("required", `\`${undescribed}\` is required but not described`);
    }
    const open = openKeyword(node, properties.length);
    if (open !== undefined) return draft.reject(open, "it takes properties that are not described");
  }
  draft.send("type", "object");
  writeProperties(draft, properties);
  if (dialect.openObjects !== true) writeAdditionalProperties(draft);
  draft.keep("minProperties", "maxProperties");
  return draft.finish();
}

/** The keyword that allows additional properties. */
function openKeyword(node: JsonSchemaObject, properties: number): string | undefined {
  if (schemaEntries(node["patternProperties"]).length > 0) return "patternProperties";
  const { additionalProperties = properties === 0 } = node;
  return additionalProperties === false ? undefined : "additionalProperties";
}

function writeProperties(draft: SchemaDraft, properties: readonly (readonly [string, JsonSchema])[]): void {
  const { dialect, narrowing } = draft;
  const { names, losses } = narrowing;
  const required = draft.take("required") ?? [];
  const requiresAll = dialect.optional === "null";
  const sent = properties.map(([name, schema]) => {
    const at = pointerTo(`${draft.pointer}/properties`, name);
    if (required.includes(name)) return renameProperty(name, narrowing.write(schema, at), at, names, losses);
    const written = narrowing.writeOptional(schema, at);
    return renameProperty(name, requiresAll ? writeNullable(written, dialect) : written, at, names, losses);
  });
  draft.send("properties", Object.fromEntries(sent));
  const needed = requiresAll ? properties.map(([name]) => name) : required;
  if (needed.length > 0 || requiresAll) {
    draft.sent["required"] = needed.map((name) => names.get(name) ?? name);
  }
}

function writeAdditionalProperties(draft: SchemaDraft): void {
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

/** Writes an array. */
export function writeArray(draft: SchemaDraft): JsonSchemaObject {
  const { node, pointer, narrowing } = draft;
  const { total } = draft.dialect;
  const tupleItems = schemaList(node["prefixItems"]);
  if (tupleItems.length > 0 && !total) {
    return draft.reject("prefixItems", "a list of fixed places cannot be sent");
  }
  draft.send("type", "array");
  if (tupleItems.length > 0) {
    const sent = tupleItems.map((item, index) => narrowing.write(item, `${pointer}/prefixItems/${index}`));
    draft.send("prefixItems", sent);
  }
  const items = draft.take("items") ?? true;
  if (typeof items === "object") draft.sent["items"] = narrowing.write(items, `${pointer}/items`);
  else if (!total) return draft.reject("items", "its items are not described");
  else if (!items) draft.send("maxItems", Math.min(tupleItems.length, node["maxItems"] ?? tupleItems.length));
  draft.keep("minItems", "maxItems", "uniqueItems");
  return draft.finish();
}
