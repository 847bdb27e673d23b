import { subschemas } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { inside, type ImportReport, type SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import { addDiscriminator } from "./discriminator.js";
import { visibleText } from "./visible-text.js";

/** How the schemas of a source are read. */
export interface SchemaContext {
  readonly report: ImportReport;
  /** What stands for a `$ref`; undefined when it leads nowhere, which is reported by then. */
  readonly reference: (reference: string, place: SourcePlace) => MutableObject | undefined;
  /** The schema that a `$ref` points at, as the source has it. */
  readonly target?: (reference: string, place: SourcePlace) => unknown;
  /** Which properties go: those that only the server sets, or those that only the caller sends. */
  readonly without?: "readOnly" | "writeOnly";
  /** Whether the author of the source may use toolkiln's own keywords. */
  readonly keepsExtensions?: boolean;
}

/** Keywords that mean nothing in a manifest, or that are expressed differently. */
const dropped = new Set([
  "$schema",
  "$id",
  "$comment",
  "xml",
  "externalDocs",
  "discriminator",
  "example",
  "nullable",
]);

/** Formats that only say how a value is stored. */
const storageFormats =
  /^(u?int\d*|integer|long|float|double|decimal|number|string|password|byte|binary|boolean|enum|object)$/i;

/** A schema as a manifest writes it: JSON Schema 2020-12 without what only its source understands. */
export function convertSchema(schema: unknown, place: SourcePlace, context: SchemaContext): MutableObject {
  if (schema === false) return { not: {} };
  if (!isRecord(schema)) {
    if (schema !== true && schema !== undefined)
      context.report.lose(place, "This is not a schema, so it accepts anything in the manifest.");
    return {};
  }
  const converted: MutableObject = {};
  context.report.remember(converted, place);
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || (keyword.startsWith("x-") && context.keepsExtensions !== true)) continue;
    convertKeyword(keyword, value, { schema, converted, place, context });
  }
  convertSubschemas(schema, converted, place, context);
  if (schema["example"] !== undefined && converted["examples"] === undefined)
    converted["examples"] = [schema["example"]];
  addDiscriminator(schema, converted, place, context);
  leaveOut(schema, converted, context);
  return schema["nullable"] === true ? orNull(converted, context.report, place) : converted;
}

interface Conversion {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly converted: MutableObject;
  readonly place: SourcePlace;
  readonly context: SchemaContext;
}

function convertKeyword(
  keyword: string,
  value: unknown,
  { schema, converted, place, context }: Conversion,
): void {
  switch (keyword) {
    case "$ref":
      Object.assign(
        converted,
        typeof value === "string" ? context.reference(value, inside(place, "$ref")) : {},
      );
      return;
    case "type":
      Object.assign(converted, convertType(value));
      return;
    case "format":
      if (typeof value === "string" && !storageFormats.test(value)) converted["format"] = value;
      if (value === "byte") converted["contentEncoding"] = "base64";
      return;
    case "required":
      if (Array.isArray(value)) converted["required"] = [...new Set(value)];
      else if (value === true)
        context.report.lose(
          inside(place, keyword),
          "`required: true` has no effect in a schema and was dropped.",
        );
      return;
    case "enum":
      converted["enum"] = Array.isArray(value) ? distinct(value) : value;
      return;
    case "examples":
      // OpenAPI has a mapping of named examples here.
      if (Array.isArray(value)) converted["examples"] = value;
      return;
    case "description":
    case "title":
      convertText(keyword, value, { schema, converted, place, context });
      return;
    case "default":
      if (value !== null || allowsNull(schema)) converted["default"] = value;
      return;
    default:
      // Bounds that no exact number reaches only repeat the size of an integer type.
      if (
        /^(exclusive)?(minimum|maximum)$/i.test(keyword) &&
        Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER
      )
        return;
      if (Array.isArray(value) && value.length === 0 && /^(anyOf|oneOf|allOf|prefixItems)$/.test(keyword))
        return;
      converted[keyword] = value;
  }
}

function convertText(keyword: string, value: unknown, { converted, place, context }: Conversion): void {
  if (typeof value !== "string" || value.trim() === "") return;
  const text = visibleText(value);
  converted[keyword] = text;
  if (text !== value.replaceAll("\r\n", "\n").trim())
    context.report.lose(
      inside(place, keyword),
      "The text has characters that cannot be seen; they were removed.",
    );
}

/** Gemini writes types in capitals; OpenAPI 2.0 calls an upload a `file`. */
function convertType(type: unknown): MutableObject {
  if (typeof type !== "string") return { type };
  if (type === "file") return { type: "string" };
  return type === "any" ? {} : { type: /^[A-Z]+$/.test(type) ? type.toLowerCase() : type };
}

function allowsNull({
  type,
  nullable,
  anyOf,
  oneOf,
  enum: values,
  $ref,
}: Readonly<Record<string, unknown>>): boolean {
  if (nullable === true || type === "null" || (Array.isArray(values) && values.includes(null))) return true;
  return Array.isArray(type)
    ? type.includes("null")
    : [type, anyOf, oneOf, $ref].every((part) => part === undefined) ||
        anyOf !== undefined ||
        oneOf !== undefined;
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function convertSubschemas(
  schema: Readonly<Record<string, unknown>>,
  converted: MutableObject,
  place: SourcePlace,
  context: SchemaContext,
): void {
  for (const { keyword, name, schema: inner, path } of subschemas(schema)) {
    if (converted[keyword] === undefined || dropped.has(keyword)) continue;
    const result = typeof inner === "boolean" ? inner : convertSchema(inner, inside(place, ...path), context);
    if (name === undefined) converted[keyword] = result;
    else {
      const holder = converted[keyword];
      const copy = holder === schema[keyword] ? copyOf(holder) : holder;
      converted[keyword] = copy;
      if (Array.isArray(copy)) copy[Number(name)] = result;
      // Not by assignment: a property may be called `__proto__`.
      else if (isRecord(copy))
        Object.defineProperty(copy, name, {
          value: result,
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
  }
}

function copyOf(holder: unknown): unknown {
  return Array.isArray(holder) ? [...(holder as unknown[])] : isRecord(holder) ? { ...holder } : holder;
}

/** Drops the properties that do not belong to this direction. */
function leaveOut(
  schema: Readonly<Record<string, unknown>>,
  converted: MutableObject,
  { without }: SchemaContext,
): void {
  const { properties } = schema;
  const kept = converted["properties"];
  if (without === undefined || !isRecord(properties) || !isRecord(kept)) return;
  const gone = new Set(
    Object.entries(properties).flatMap(([name, property]) =>
      isRecord(property) && property[without] === true ? [name] : [],
    ),
  );
  if (gone.size === 0) return;
  converted["properties"] = Object.fromEntries(Object.entries(kept).filter(([name]) => !gone.has(name)));
  if (Array.isArray(converted["required"]))
    converted["required"] = converted["required"].filter((name) => !gone.has(String(name)));
}

function orNull(schema: MutableObject, report: ImportReport, place: SourcePlace): MutableObject {
  const { type, enum: values, description, title, default: fallback } = schema;
  if (typeof type === "string") {
    if (type !== "null") schema["type"] = [type, "null"];
    if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as unknown[]), null];
    return schema;
  }
  if (!["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => schema[keyword] !== undefined)) return schema;
  const texts = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  for (const keyword of Object.keys(texts)) delete schema[keyword];
  const nullable = { ...texts, anyOf: [schema, { type: "null" }] };
  report.remember(nullable, place);
  return nullable;
}

/** Keeps references inside one schema as they are: for sources whose schemas are documents of their own. */
export function ownReferences(report: ImportReport): SchemaContext["reference"] {
  return (reference, place) => {
    if (reference.startsWith("#")) return { $ref: reference };
    const message = `\`${reference}\` leads out of the schema. Nothing is fetched, so anything is accepted here.`;
    report.lose(place, message, "Put the definition into the schema's own `$defs`.");
    return undefined;
  };
}
