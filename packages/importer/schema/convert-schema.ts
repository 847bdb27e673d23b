import { mapSchemas } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { hidesText, visibleText } from "../names.js";
import type { MutableObject, Part } from "../source/part.js";

/** How the schemas of a source are read. */
export interface SchemaContext {
  /** What stands for a `$ref`; undefined when it leads nowhere, which is reported by then. */
  readonly reference: (part: Part) => MutableObject | undefined;
  /** Which properties go: those that only the server sets, or those that only the caller sends. */
  readonly without?: "readOnly" | "writeOnly";
  /** Whether the author of the source may use toolkiln's own keywords. */
  readonly keepsExtensions?: boolean;
}

/** Keywords that mean nothing in a manifest, or that are expressed differently. */
const dropped = /^(\$schema|\$id|\$comment|xml|externalDocs|discriminator|example|nullable|__proto__)$/;

/** Formats that only say how a value is stored. */
const storageFormats =
  /^(u?int\d*|integer|long|float|double|decimal|number|string|password|byte|binary|boolean|enum|object)$/i;

/** A schema as a manifest writes it: JSON Schema 2020-12 without what only its source understands. */
export function convertSchema(part: Part, context: SchemaContext): MutableObject {
  const { value: schema } = part;
  if (schema === false) return { not: {} };
  if (!isRecord(schema)) {
    if (schema !== true && schema !== undefined)
      part.lose("This is not a schema, so it accepts anything in the manifest.");
    return {};
  }
  const converted = part.mark({});
  for (const keyword of Object.keys(schema)) {
    if (dropped.test(keyword) || (keyword.startsWith("x-") && context.keepsExtensions !== true)) continue;
    Object.assign(converted, convertKeyword(keyword, part, context));
  }
  if (schema["example"] !== undefined && converted["examples"] === undefined)
    converted["examples"] = [schema["example"]];
  addDiscriminator(part, converted);
  leaveOut(part, converted, context.without);
  return schema["nullable"] === true ? orNull(part, converted) : converted;
}

function convertKeyword(keyword: string, schema: Part, context: SchemaContext): MutableObject | undefined {
  const part = schema.get(keyword);
  const { value } = part;
  switch (keyword) {
    case "$ref":
      return context.reference(part);
    case "type":
      return convertType(value);
    case "format":
      if (value === "byte") return { contentEncoding: "base64" };
      return storageFormats.test(String(value)) ? undefined : { format: value };
    case "required":
      if (Array.isArray(value)) return { required: [...new Set(value)] };
      if (value === true) part.lose("`required: true` has no effect in a schema and was dropped.");
      return undefined;
    case "enum":
      return { enum: Array.isArray(value) ? distinct(value) : value };
    case "examples":
      // OpenAPI has a mapping of named examples here.
      return Array.isArray(value) ? { examples: value } : undefined;
    case "description":
    case "title":
      if (typeof value !== "string" || value.trim() === "") return undefined;
      if (hidesText(value)) part.lose("The text has characters that cannot be seen; they were removed.");
      return { [keyword]: visibleText(value) };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      // Bounds that no exact number reaches only repeat the size of an integer type.
      return Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER ? undefined : { [keyword]: value };
    default:
      return { [keyword]: convertInner(keyword, part, context) };
  }
}

function convertInner(keyword: string, part: Part, context: SchemaContext): unknown {
  return mapSchemas(keyword, part.value, (inner, name) => {
    if (typeof inner === "boolean" || Array.isArray(inner)) return inner;
    return convertSchema(name === undefined ? part : part.get(name), context);
  });
}

/** Gemini writes types in capitals; OpenAPI 2.0 calls an upload a `file`. */
function convertType(type: unknown): MutableObject {
  if (typeof type !== "string") return { type };
  if (type === "file") return { type: "string" };
  return type === "any" ? {} : { type: /^[A-Z]+$/.test(type) ? type.toLowerCase() : type };
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Drops the properties that do not belong to this direction. */
function leaveOut(part: Part, converted: MutableObject, without: SchemaContext["without"]): void {
  if (without === undefined) return;
  const members = part.get("properties").members();
  for (const [name, { record }] of members) if (record[without] === true) dropProperty(converted, name);
}

export function dropProperty(schema: MutableObject, name: string): void {
  const { properties, required } = schema;
  if (isRecord(properties))
    schema["properties"] = Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
  if (Array.isArray(required)) schema["required"] = required.filter((key) => key !== name);
}

function orNull(part: Part, schema: MutableObject): MutableObject {
  const { type, enum: values, description, title, default: fallback, ...rest } = schema;
  if (typeof type === "string") {
    if (type !== "null") schema["type"] = [type, "null"];
    if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as unknown[]), null];
    return schema;
  }
  if (!["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => rest[keyword] !== undefined)) return schema;
  return part.mark({
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: [part.mark(rest), { type: "null" }],
  });
}

/** Keeps references inside one schema as they are: for sources whose schemas are documents of their own. */
export function ownReference(part: Part): MutableObject | undefined {
  const reference = String(part.value);
  if (reference.startsWith("#")) return { $ref: reference };
  const message = `\`${reference}\` leads out of the schema. Nothing is fetched, so anything is accepted here.`;
  part.lose(message, "Put the definition into the schema's own `$defs`.");
  return undefined;
}

/**
 * A converted schema as the parameters of a tool, without what manifests imply. `isOpen` keeps accepting properties that
 * the schema does not name; manifests close the outermost object unless they say otherwise.
 */
export function toParameters(part: Part, converted: MutableObject, isOpen: boolean): MutableObject {
  const { type, additionalProperties, required, ...rest } = converted;
  const isSilent = additionalProperties === undefined && rest["unevaluatedProperties"] === undefined;
  const others = isSilent && isOpen ? true : additionalProperties;
  return part.mark({
    ...(type !== undefined && type !== "object" && { type }),
    ...rest,
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(others !== undefined && others !== false && { additionalProperties: others }),
  });
}

/**
 * OpenAPI tells alternatives apart by a property whose values only `discriminator` lists. JSON Schema needs them in the
 * alternatives, or several would match.
 */
function addDiscriminator(part: Part, converted: MutableObject): void {
  const { value } = part.get("discriminator");
  const property = isRecord(value) ? value["propertyName"] : value;
  if (typeof property !== "string") return;
  const mapping = part.get("discriminator", "mapping").record;
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = converted[keyword];
    if (!Array.isArray(branches)) continue;
    converted[keyword] = branches.map((branch: unknown, index) => {
      const original = part.get(keyword, index);
      const reference = original.record["$ref"];
      if (typeof reference !== "string" || !isRecord(branch)) return branch;
      const own = original.follow().get("properties", property).record;
      if (own["const"] !== undefined || own["enum"] !== undefined) return branch;
      const values = literalsOf(reference, mapping);
      const literal = values.length === 1 ? { const: values[0] } : { enum: values };
      return part.mark({ ...branch, properties: { [property]: literal }, required: [property] });
    });
  }
}

/** The values that stand for a schema: those that the mapping gives it, or its name. */
function literalsOf(reference: string, mapping: Readonly<Record<string, unknown>>): string[] {
  const name = reference.split("/").at(-1) ?? reference;
  const mapped = Object.entries(mapping).filter(([, target]) => target === reference || target === name);
  return mapped.length === 0 ? [name] : mapped.map(([value]) => value);
}
