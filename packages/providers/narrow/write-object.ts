import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { pointerTo } from "@toolkiln/runtime/json";
import { schemaEntries, schemaList } from "../schema/schema-node.js";
import { renameProperty } from "../wire/sent-names.js";
import type { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-alternatives.js";

/** Writes an object. Only a `lossy` dialect allows additional properties. */
export function writeObject(draft: SchemaDraft): JsonSchemaObject {
  const { node, dialect } = draft;
  const properties = schemaEntries(node.properties).filter(([, schema]) => schema !== false);
  if (!dialect.lossy) {
    const undeclared = node.required?.find((name) => !Object.hasOwn(node.properties ?? {}, name));
    if (undeclared !== undefined) {
      return draft.reject("required", `\`${undeclared}\` is required but not declared`);
    }
    const open = openKeyword(node, properties.length);
    if (open !== undefined) return draft.reject(open, "it allows properties that are not declared");
  }
  const sent = { type: "object", ...writeProperties(draft, properties) } as const;
  if (dialect.openObjects === true) return draft.finish(sent, ["required"]);
  return draft.finish({ ...sent, ...writeAdditional(draft) }, ["required", "additionalProperties"]);
}

/** The keyword that allows additional properties. */
function openKeyword(node: JsonSchemaObject, properties: number): string | undefined {
  if (schemaEntries(node["patternProperties"]).length > 0) return "patternProperties";
  const { additionalProperties = properties === 0 } = node;
  return additionalProperties === false ? undefined : "additionalProperties";
}

function writeProperties(
  { node, pointer, dialect, narrowing }: SchemaDraft,
  properties: readonly (readonly [string, JsonSchema])[],
): JsonSchemaObject {
  const { names, losses } = narrowing;
  const { required = [] } = node;
  const requiresAll = dialect.optional === "null";
  const sent = properties.map(([name, schema]) => {
    const at = pointerTo(`${pointer}/properties`, name);
    const written = narrowing.write(schema, at);
    const isNullable = requiresAll && !required.includes(name);
    return renameProperty(name, isNullable ? writeNullable(written, dialect) : written, at, names, losses);
  });
  const needed = requiresAll ? properties.map(([name]) => name) : required;
  return {
    properties: Object.fromEntries(sent),
    ...((needed.length > 0 || requiresAll) && { required: needed.map((name) => names.get(name) ?? name) }),
  };
}

function writeAdditional(draft: SchemaDraft): JsonSchemaObject {
  const { additionalProperties: rest } = draft.node;
  if (!draft.dialect.lossy) {
    if (rest === undefined) draft.lose("additionalProperties", "narrowed", "");
    return { additionalProperties: false };
  }
  if (rest !== undefined && rest !== true && schemaEntries(draft.node["patternProperties"]).length > 0) {
    // Without the patterns, it would also apply to the properties that match them.
    draft.lose("additionalProperties");
    return {};
  }
  if (typeof rest !== "object") return rest === undefined ? {} : { additionalProperties: rest };
  return { additionalProperties: draft.narrowing.write(rest, `${draft.pointer}/additionalProperties`) };
}

/** Writes an array. */
export function writeArray(draft: SchemaDraft): JsonSchemaObject {
  const { node, pointer, narrowing, dialect } = draft;
  const { items = true, maxItems } = node;
  const tuple = schemaList(node["prefixItems"]);
  if (!dialect.lossy && tuple.length > 0) {
    return draft.reject("prefixItems", "tuples cannot be sent");
  }
  if (!dialect.lossy && typeof items !== "object") return draft.reject("items", "its items have no schema");
  const places = tuple.map((item, index) => narrowing.write(item, `${pointer}/prefixItems/${index}`));
  const sent: JsonSchemaObject = {
    type: "array",
    ...(tuple.length > 0 && { prefixItems: places }),
    ...(typeof items === "object" && { items: narrowing.write(items, `${pointer}/items`) }),
    ...(items === false && { maxItems: Math.min(tuple.length, maxItems ?? tuple.length) }),
  };
  return draft.finish(sent, ["items", "prefixItems"]);
}
