import { isRecord } from "@toolkiln/runtime/json";
import { freeName } from "../names.js";
import type { DefinitionSet } from "../schema/definition-set.js";
import { Part, type MutableObject } from "../source/part.js";
import type { Operation } from "./operations.js";
import { credentialsOf } from "./security.js";

/** Where a parameter goes in a request. Whatever is left out is HTTP's usual way. */
export interface ParameterPlace {
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "content";
  /** What the API calls it, where the tool has another name. */
  readonly name?: string;
  /** How lists and objects are written. */
  readonly style?: "comma" | "space" | "pipe" | "tab" | "deep" | "json";
  /** What makes a credential of the value. */
  readonly scheme?: "bearer" | "basic";
  /** Whether the value is the path of a file whose contents are sent. */
  readonly file?: true;
}

/** Headers that the HTTP client sets itself. */
const ownHeaders = /^(accept|authorization|content-type|content-length|host)$/i;

const multipart = "multipart/form-data";
const urlEncoded = "application/x-www-form-urlencoded";

/** The media types of bodies in the order in which they are chosen. */
const preferred = [
  /^application\/json\b/i,
  /[/+]json\b/i,
  /^multipart\/form-data/i,
  /urlencoded/i,
  /^text\//i,
];

/** Everything that an operation is sent, merged into one object whose names do not clash. */
export class Request {
  readonly properties: MutableObject = {};
  readonly required: string[] = [];
  readonly places: Record<string, ParameterPlace> = {};
  /** The media type of the body. */
  bodyType: string | undefined;
  readonly #operation: Operation;
  readonly #set: DefinitionSet;

  constructor(operation: Operation, document: Part, api: string, set: DefinitionSet) {
    this.#operation = operation;
    this.#set = set;
    for (const parameter of operation.parameters) this.#addParameter(parameter);
    this.#addBody(operation.part.get("consumes").value === undefined ? document : operation.part);
    for (const { key, description, place, required } of credentialsOf(operation, document, api)) {
      const schema = { type: "string", description, "x-inject": key, "x-sensitive": true };
      this.#add(key, schema, required, { name: key, ...place });
    }
  }

  get schema(): MutableObject {
    const { properties, required } = this;
    return this.#operation.part.mark({
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    });
  }

  #add(wanted: string, schema: MutableObject, isRequired: boolean, place: ParameterPlace): void {
    const readable = wanted.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
    const base = readable.slice(0, 60) || "value";
    const isTaken = (name: string): boolean =>
      Object.hasOwn(this.properties, name) || name === "constructor" || name === "prototype";
    const name = isTaken(base) ? freeName(`${base}_${place.in}`, isTaken) : base;
    this.properties[name] = schema;
    const { name: sent = wanted, ...rest } = place;
    this.places[name] = { ...rest, ...(sent !== name && { name: sent }) };
    if (isRequired) this.required.push(name);
  }

  #addParameter(part: Part): void {
    const { name, in: where, required } = part.record;
    if (typeof name !== "string" || where === "body" || where === "formData") return;
    if (where === "header" && ownHeaders.test(name)) return;
    if (where !== "path" && where !== "query" && where !== "header" && where !== "cookie")
      return part.lose(
        `The parameter \`${name}\` is in \`${String(where)}\`, which is not supported; it was left out.`,
      );
    const place: ParameterPlace = { in: where, name, ...styleOf(part, where) };
    this.#add(name, this.#describedSchema(part), required === true || where === "path", place);
  }

  /** A parameter is described beside its schema. */
  #describedSchema(part: Part): MutableObject {
    const schema = this.#set.convert(schemaOf(part), "in");
    const { deprecated, example } = part.record;
    const description = part.text("description")?.trim();
    if (description !== undefined) schema["description"] = description;
    if (deprecated === true) schema["deprecated"] = true;
    if (example !== undefined && schema["examples"] === undefined) schema["examples"] = [example];
    return schema;
  }

  #addBody(consumer: Part): void {
    const { part, parameters } = this.#operation;
    const fields = parameters.filter(({ record }) => record["in"] === "formData");
    const consumes = consumer.texts("consumes");
    if (fields.length > 0) return this.#addFields(fields, consumes);
    // OpenAPI 2.0 has a parameter for the body.
    const old = parameters.find(({ record }) => record["in"] === "body");
    const body = old ?? part.get("requestBody").follow();
    const types = old === undefined ? Object.keys(body.get("content").record) : consumes;
    const type = preferred
      .map((form) => types.find((one) => form.test(one)))
      .find((one) => one !== undefined);
    const mediaType = type ?? types[0] ?? "application/json";
    const schema = old === undefined ? body.get("content", mediaType, "schema") : body.get("schema");
    if (body.value === undefined || (old === undefined && types.length === 0)) return;
    this.bodyType = mediaType;
    this.#addContent(schema, body);
  }

  /** OpenAPI 2.0 has a parameter for each field of a form. */
  #addFields(fields: readonly Part[], consumes: readonly string[]): void {
    const hasFile = fields.some(({ record }) => record["type"] === "file");
    this.bodyType = hasFile || !consumes.includes(urlEncoded) ? multipart : urlEncoded;
    for (const field of fields) {
      const { name, required, type } = field.record;
      const schema = type === "file" ? fileSchema(field.text("description")) : this.#describedSchema(field);
      const place = { in: "body", ...(type === "file" && { file: true as const }) } as const;
      this.#add(String(name), schema, required === true, place);
    }
  }

  /** The properties of an object body become parameters; any other body is one parameter. */
  #addContent(schema: Part, body: Part): void {
    const mediaType = this.bodyType ?? "";
    const target = schema.follow();
    const isRequired = body.record["required"] === true;
    const isForm = /form-data|urlencoded/.test(mediaType);
    if (isPlainObject(target) || (isForm && isRecord(target.record["properties"]))) {
      const { properties = {}, required = [] } = this.#set.convert(target, "in");
      const needed = required as readonly string[];
      for (const [name, own] of Object.entries(properties as MutableObject)) {
        const isFile =
          mediaType.startsWith("multipart/") && isBinary(target.get("properties", name).follow());
        const description = isRecord(own) ? own["description"] : undefined;
        const converted = isFile ? fileSchema(description) : isRecord(own) ? (own as MutableObject) : {};
        const isNeeded = isRequired && needed.includes(name);
        this.#add(name, converted, isNeeded, { in: "body", ...(isFile && { file: true }) });
      }
      const names = needed.map((name) => `\`${name}\``).join(", ");
      if (names !== "" && !isRequired)
        body.lose(`The body is optional, so ${names} may be left out even when other parts of it are sent.`);
      return;
    }
    const description = body.text("description") ?? "The body of the request.";
    const isFile = !/json|form|text|xml/.test(mediaType) || isBinary(target);
    const isRaw = isFile && !/json|form/.test(mediaType);
    const converted = isRaw ? fileSchema() : this.#set.convert(schema, "in");
    converted["description"] = description;
    this.#add("body", converted, isRequired, { in: "content", ...(isFile && { file: true }) });
  }
}

/** A file that the tool sends: a path in the workspace, which the executor's path policy checks. */
function fileSchema(description: unknown = "File to send, relative to the workspace."): MutableObject {
  return { type: "string", description, "x-path": { within: "workspace", exists: true, kind: "file" } };
}

function isBinary({ record: { format, contentMediaType, type } }: Part): boolean {
  return format === "binary" || contentMediaType === "application/octet-stream" || type === "file";
}

/** Keywords that say more of an object than its properties do. */
const objectKeywords =
  /^(allOf|anyOf|oneOf|not|if|patternProperties|discriminator|minProperties|maxProperties|dependentRequired)$/;

/** Whether an object is nothing but its properties, so that they can stand among the parameters. */
function isPlainObject({ record }: Part): boolean {
  const { properties, additionalProperties = false, nullable } = record;
  const isPlain = !Object.keys(record).some((keyword) => objectKeywords.test(keyword));
  const hasProperties = isRecord(properties) && Object.keys(properties).length > 0;
  return isPlain && hasProperties && additionalProperties === false && nullable !== true;
}

/** Keywords of a parameter in OpenAPI 2.0 that are its schema. */
const schemaKeywords =
  /^(type|format|items|default|enum|pattern|uniqueItems|multipleOf|(exclusiveM|m)(inimum|aximum)|(min|max)(Length|Items))$/;

/** The schema of a parameter: its own keywords in 2.0, `schema` or the schema of its only content since. */
function schemaOf(parameter: Part): Part {
  const { schema, content } = parameter.record;
  if (schema !== undefined) return parameter.get("schema");
  if (isRecord(content)) return parameter.get("content", Object.keys(content)[0] ?? "", "schema");
  const own = Object.entries(parameter.record).filter(([keyword]) => schemaKeywords.test(keyword));
  return new Part(parameter.source, Object.fromEntries(own), parameter.pointer);
}

const styles: Readonly<Record<string, ParameterPlace["style"]>> = {
  spaceDelimited: "space",
  pipeDelimited: "pipe",
  csv: "comma",
  ssv: "space",
  tsv: "tab",
  pipes: "pipe",
};

/** How lists and objects of a parameter are written. */
function styleOf(parameter: Part, where: string): Pick<ParameterPlace, "style"> {
  const { style, explode, collectionFormat, content, type, schema, name } = parameter.record;
  if (content !== undefined) return { style: "json" };
  if (style === "label" || style === "matrix")
    parameter.lose(
      `The style \`${style}\` of \`${String(name)}\` is not supported; the value is written as it is.`,
    );
  if (where !== "query") return {};
  if (style === "deepObject") return { style: "deep" };
  // In 2.0 lists are joined by commas unless they say otherwise, since 3.0 they are repeated.
  const isOld = schema === undefined && type === "array";
  const wanted = collectionFormat ?? (isOld ? "csv" : (style ?? "form"));
  if (wanted === "form") return explode === false ? { style: "comma" } : {};
  const found = typeof wanted === "string" ? styles[wanted] : undefined;
  return found === undefined || (explode === true && wanted !== "csv") ? {} : { style: found };
}
