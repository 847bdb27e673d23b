import { mapSchemas, pascalCase } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { unlessEmpty, type MutableObject, type Part } from "../source/part.js";

/** Replaces a `$ref`; reports a broken one. */
type Dereference = (part: Part) => MutableObject | undefined;
type Direction = "readOnly" | "writeOnly";

/** Keywords of other formats, and of toolkiln: a source cannot set `x-inject`. */
const dropped = /^(\$schema|\$id|\$comment|xml|externalDocs|discriminator|nullable|__proto__|x-.*)$/;

const storageFormats =
  /^(u?int\d*|integer|long|float|double|decimal|number|string|password|binary|boolean|enum|object)$/i;

/** Converts a schema to JSON Schema 2020-12. By default, references inside the schema stay. */
export function convertSchema(
  part: Part,
  refer: Dereference = ownReference,
  without?: Direction,
): MutableObject {
  const { value: schema, record } = part;
  if (schema === false) return { not: {} };
  if (!isRecord(schema) && schema !== true && schema !== undefined)
    part.warn("This is not a schema, so the manifest accepts any value here.");
  const converted = part.mark({});
  for (const keyword of Object.keys(record))
    if (!dropped.test(keyword)) Object.assign(converted, convertKeyword(keyword, part, refer, without));
  for (const [name, property] of part.get("properties").members())
    if (without !== undefined && property.record[without] === true) dropProperty(converted, name);
  return record["nullable"] === true ? orNull(part, converted) : converted;
}

function convertKeyword(keyword: string, schema: Part, refer: Dereference, without?: Direction) {
  const part = schema.get(keyword);
  const { value } = part;
  if (/^(exclusive)?(min|max)imum$/i.test(keyword)) {
    // Before draft 6 and OpenAPI 3.1, `exclusiveMinimum: true` modifies `minimum`.
    const exclusive = `exclusive${pascalCase(keyword)}`;
    // A bound beyond the safe integers only states the range of an integer type.
    if (typeof value === "boolean" || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return undefined;
    return { [schema.record[exclusive] === true ? exclusive : keyword]: value };
  }
  switch (keyword) {
    case "$ref":
      return typeof value === "string" ? refer(part) : { $ref: value };
    case "type":
      // Gemini has upper-case types; OpenAPI 2.0 has `file` for uploads.
      if (typeof value !== "string") return { type: value };
      return value === "any" ? undefined : { type: value === "file" ? "string" : value.toLowerCase() };
    case "format":
      if (value === "byte") return { contentEncoding: "base64" };
      return typeof value === "string" && storageFormats.test(value) ? undefined : { format: value };
    case "required":
    case "enum":
      if (!Array.isArray(value)) return { [keyword]: value };
      return { [keyword]: [...new Map(value.map((one: unknown) => [JSON.stringify(one), one])).values()] };
    case "example":
      return { examples: [value] };
    case "examples":
      // In OpenAPI this may be a map of examples.
      return Array.isArray(value) ? { examples: value } : undefined;
    case "description":
    case "title":
      return typeof value === "string" ? { [keyword]: part.visible(value) || undefined } : undefined;
    default: {
      // OpenAPI selects by the discriminator, so the alternatives may overlap.
      const isSelected = keyword === "oneOf" && isRecord(schema.record["discriminator"]);
      const converted = mapSchemas(keyword, value, (inner, name) => {
        if (typeof inner === "boolean" || Array.isArray(inner)) return inner;
        return convertSchema(name === undefined ? part : part.get(String(name)), refer, without);
      });
      return { [isSelected ? "anyOf" : keyword]: converted };
    }
  }
}

export function dropProperty(schema: MutableObject, name: string): void {
  const { properties, required } = schema;
  if (isRecord(properties)) delete properties[name];
  if (Array.isArray(required)) schema["required"] = required.filter((key) => key !== name);
}

function orNull(part: Part, schema: MutableObject): MutableObject {
  const { description, title, default: fallback, ...rest } = schema;
  const { type, enum: values } = rest;
  if (typeof type === "string") {
    if (type !== "null") schema["type"] = [type, "null"];
    if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as unknown[]), null];
    return schema;
  }
  if (!["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => rest[keyword] !== undefined)) return schema;
  return part.mark({ title, description, default: fallback, anyOf: [part.mark(rest), { type: "null" }] });
}

function ownReference(part: Part): MutableObject | undefined {
  const reference = String(part.value);
  if (reference.startsWith("#")) return { $ref: reference };
  const message = `\`${reference}\` points outside the schema. References are not fetched, so anything is accepted here.`;
  part.warn(message, "Put the definition into the schema's own `$defs`.");
  return undefined;
}

/** Converts a schema to parameters. `isOpen` allows unknown ones, which manifests reject by default. */
export function toParameters(part: Part, converted: MutableObject, isOpen: boolean): MutableObject {
  const { type, additionalProperties, required, title: _, description: _text, ...rest } = converted;
  const isUnspecified = additionalProperties === undefined && rest["unevaluatedProperties"] === undefined;
  return part.mark({
    type: type === "object" ? undefined : type,
    ...rest,
    required: Array.isArray(required) ? unlessEmpty(required) : undefined,
    additionalProperties: (isUnspecified && isOpen) || additionalProperties || undefined,
  });
}
