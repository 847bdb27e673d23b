import { isRecord } from "@toolkiln/runtime/json";
import { inside, type ImportReport, type SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import type { DefinitionSet } from "../schema/definition-set.js";
import type { SourceFiles } from "../source/source-files.js";
import type { Operation } from "./operations.js";
import { describe, fileSchema, schemaOf } from "./parameter-schema.js";

type Source = Readonly<Record<string, unknown>>;

/** What a request carries beside its address and headers. */
export interface RequestBody {
  readonly mediaType: string;
  readonly isRequired: boolean;
  /** The properties of a body that is a plain object. */
  readonly properties?: readonly BodyProperty[];
  /** Any other body. */
  readonly whole?: WholeBody;
}

interface BodyProperty {
  readonly name: string;
  readonly schema: MutableObject;
  readonly required: boolean;
  readonly isFile: boolean;
}

interface WholeBody {
  readonly schema: unknown;
  readonly place: SourcePlace;
  readonly description?: string;
  readonly isFile: boolean;
}

interface BodyContext {
  readonly files: SourceFiles;
  readonly set: DefinitionSet;
  readonly report: ImportReport;
}

/** The body of an operation; undefined when it has none. */
export function bodyOf(operation: Operation, context: BodyContext): RequestBody | undefined {
  return oldBody(operation, context) ?? currentBody(operation, context);
}

/** OpenAPI 2.0 has a parameter for the body, or one for each field of a form. */
function oldBody({ parameters, value }: Operation, context: BodyContext): RequestBody | undefined {
  const fields = parameters.filter((one) => one.value["in"] === "formData");
  const consumes = Array.isArray(value["consumes"]) ? value["consumes"] : mainConsumes(context.files);
  if (fields.length > 0) {
    const hasFile = fields.some((one) => one.value["type"] === "file");
    const mediaType = hasFile || !consumes.includes(urlEncoded) ? "multipart/form-data" : urlEncoded;
    const properties = fields.map(({ value: field, place }) => {
      const isFile = field["type"] === "file";
      const schema = isFile ? fileSchema() : context.set.convert(...schemaOf(field, place), "in");
      describe(schema, field);
      return { name: String(field["name"]), schema, required: field["required"] === true, isFile };
    });
    return { mediaType, isRequired: true, properties };
  }
  const body = parameters.find((one) => one.value["in"] === "body");
  if (body === undefined) return undefined;
  const { schema, required, description } = body.value;
  const mediaType = consumes.find((type) => /json/.test(type)) ?? consumes[0] ?? "application/json";
  return readBody(mediaType, schema, inside(body.place, "schema"), required === true, description, context);
}

const urlEncoded = "application/x-www-form-urlencoded";

function mainConsumes({ main }: SourceFiles): string[] {
  const consumes = isRecord(main.value) ? main.value["consumes"] : undefined;
  return Array.isArray(consumes) ? consumes.filter((type) => typeof type === "string") : [];
}

function currentBody({ value, place }: Operation, context: BodyContext): RequestBody | undefined {
  if (value["requestBody"] === undefined) return undefined;
  const body = context.files.follow(value["requestBody"], inside(place, "requestBody"));
  const content = isRecord(body.value) ? body.value["content"] : undefined;
  if (!isRecord(body.value) || !isRecord(content)) return undefined;
  const types = Object.keys(content);
  const mediaType =
    preferred.map((form) => types.find((type) => form.test(type))).find((type) => type !== undefined) ??
    types[0];
  const media = mediaType === undefined ? undefined : content[mediaType];
  if (mediaType === undefined || !isRecord(media)) return undefined;
  const at = inside(body.place, "content", mediaType);
  const { required, description } = body.value;
  return readBody(mediaType, media["schema"], inside(at, "schema"), required === true, description, context);
}

/** The media types in the order in which they are chosen. */
const preferred = [
  /^application\/json\b/i,
  /[/+]json\b/i,
  /^multipart\/form-data/i,
  /^application\/x-www-form-urlencoded/i,
  /^text\//i,
];

function readBody(
  mediaType: string,
  schema: unknown,
  place: SourcePlace,
  isRequired: boolean,
  description: unknown,
  context: BodyContext,
): RequestBody {
  const target = context.files.follow(schema, place);
  const isForm = /form-data|urlencoded/.test(mediaType);
  if (
    isRecord(target.value) &&
    (isPlainObject(target.value) || (isForm && isRecord(target.value["properties"])))
  ) {
    const properties = bodyProperties(target.value, target.place, isRequired, mediaType, context);
    return { mediaType, isRequired, properties };
  }
  const isFile = !/json|form|text|xml/.test(mediaType) || isBinary(target.value);
  const text = typeof description === "string" ? description : "The body of the request.";
  return { mediaType, isRequired, whole: { schema, place, description: text, isFile } };
}

/** Whether an object is nothing but its properties, so that they can stand among the parameters. */
function isPlainObject(schema: Source): boolean {
  const { properties, additionalProperties, nullable } = schema;
  const others = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "patternProperties",
    "discriminator",
    "minProperties",
    "maxProperties",
    "dependentRequired",
  ];
  return (
    isRecord(properties) &&
    Object.keys(properties).length > 0 &&
    (additionalProperties === undefined || additionalProperties === false) &&
    nullable !== true &&
    others.every((keyword) => schema[keyword] === undefined)
  );
}

function bodyProperties(
  schema: Source,
  place: SourcePlace,
  isRequired: boolean,
  mediaType: string,
  { set, files }: BodyContext,
): BodyProperty[] {
  const converted = set.convert(schema, place, "in");
  const properties = isRecord(converted["properties"]) ? converted["properties"] : {};
  const sources = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(converted["required"]) ? converted["required"] : [];
  return Object.entries(properties).map(([name, property]) => {
    const isFile = mediaType.startsWith("multipart/") && isBinary(files.follow(sources[name], place).value);
    const description =
      isRecord(property) && typeof property["description"] === "string" ? property["description"] : undefined;
    const own = isFile ? fileSchema(description) : isRecord(property) ? (property as MutableObject) : {};
    return { name, schema: own, required: isRequired && required.includes(name), isFile };
  });
}

function isBinary(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    (schema["format"] === "binary" ||
      schema["contentMediaType"] === "application/octet-stream" ||
      schema["type"] === "file")
  );
}
