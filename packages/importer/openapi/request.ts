import { camelCase } from "@toolkiln/generator";
import { isRecord, presentFields } from "@toolkiln/runtime/json";
import { uniqueName } from "../names.js";
import { unlessEmpty, type MutableObject, type Part } from "../source/part.js";
import type { DefinitionSet } from "./definition-set.js";
import type { Operation } from "./import-openapi.js";

/** A value that a request contains, and its place in it: see `PlaceDetails` in `templates/http-api.ts.txt`. */
interface Input {
  readonly name: string;
  readonly parameter?: string;
  readonly schema: MutableObject;
  readonly required: boolean;
  readonly in: string;
  readonly style?: string | undefined;
  readonly scheme?: string | undefined;
  readonly file?: true | undefined;
}

type Request = { readonly schema: MutableObject; readonly request: object; readonly summary: string };

/** Merges parameters, body and credentials into one schema with unique names, and locates each in the request. */
export function requestOf(operation: Operation, api: string, set: DefinitionSet): Request {
  const { method, path, part } = operation;
  const body = readBody(operation, set);
  const inputs = [
    ...operation.parameters.flatMap((parameter) => readParameter(parameter, set)),
    ...body.inputs,
    ...credentialsOf(operation, api),
  ];
  const properties: MutableObject = {};
  const parameters: MutableObject = {};
  const required: string[] = [];
  const placeholders = new Map<string, string>();
  // Names that every object inherits, such as `toString`, do not compile as keys of `parameters`.
  const isTaken = (name: string): boolean => name in properties || name === "prototype";
  for (const { name: sent, parameter = sent, schema, required: isRequired, ...rest } of inputs) {
    const readable = parameter.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
    const base = readable.slice(0, 60) || "value";
    const name = isTaken(base) ? uniqueName(`${base}_${rest.in}`, isTaken) : base;
    const place = presentFields({ ...rest, name: sent === name ? undefined : sent });
    properties[name] = schema;
    parameters[name] = Object.keys(place).length > 1 ? place : place.in;
    if (isRequired) required.push(name);
    if (rest.in === "path") placeholders.set(`{${sent}}`, `{${name}}`);
  }
  // Lint rejects placeholders and braces that name no parameter.
  const nameOf = (placeholder: string): string => placeholders.get(placeholder) ?? placeholder.slice(1, -1);
  const line = `${method} ${path}`.replaceAll(/\{[^{}]*\}|[{}]/g, nameOf).replaceAll(/\s+/g, " ");
  const schema = { properties: unlessEmpty(properties), required: unlessEmpty(required) };
  const request = { method, path, parameters, bodyType: body.type };
  return { schema: part.mark(schema), request, summary: part.visible(line) };
}

const reservedHeaders = /^(accept|authorization|content-type|content-length|host)$/i;

function readParameter(part: Part, set: DefinitionSet): Input[] {
  const where = part.text("in") ?? "";
  const name = part.text("name") ?? "";
  const required = part.record["required"] === true || where === "path";
  if (where === "body" || (where === "header" && reservedHeaders.test(name))) return [];
  if (where === "formData") return [toField(name, required, parameterSchema(part, set), isBinary(part))];
  if (/^(path|query|header|cookie)$/.test(where))
    return [{ name, schema: parameterSchema(part, set), required, in: where, style: styleOf(part, where) }];
  part.warn(`The parameter \`${name}\` is in \`${where}\`, which is not supported; it was left out.`);
  return [];
}

/** The schema of a parameter: `schema` or that of its only `content`; in 2.0 the parameter itself. */
function parameterSchema(part: Part, set: DefinitionSet): MutableObject {
  const { schema, content, deprecated, example } = part.record;
  if (schema === undefined && content === undefined) {
    const other = /^(name|in|required|collectionFormat|allowEmptyValue|style)$/;
    const keywords = Object.entries(part.record).filter(([keyword]) => !other.test(keyword));
    return set.convert(part.with(Object.fromEntries(keywords)), "in");
  }
  const [type = ""] = Object.keys(part.get("content").record);
  const inner = schema === undefined ? part.get("content", type, "schema") : part.get("schema");
  const own = { description: part.text("description"), deprecated: deprecated || undefined, example };
  return set.convert(inner.with({ ...inner.record, ...presentFields(own) }), "in");
}

const oldStyles = new Map(Object.entries({ csv: "comma", ssv: "space", tsv: "tab", pipes: "pipe" }));

function styleOf(part: Part, where: string): string | undefined {
  const { style, explode, content, type } = part.record;
  if (content !== undefined) return "json";
  if (style === "label" || style === "matrix")
    part.warn(`The style \`${style}\` is not supported; the value is sent unchanged.`);
  if (where !== "query") return undefined;
  // Lists default to comma-separated in 2.0, repeated since 3.0.
  if (type === "array") return oldStyles.get(part.text("collectionFormat") ?? "csv");
  const [form] = /^(deep(?=Object$)|(space|pipe)(?=Delimited$))/.exec(part.text("style") ?? "") ?? [];
  return form ?? (explode === false ? "comma" : undefined);
}

/** Substrings of a body's media type, in order of preference. */
const preferred = ["application/json", "json", "multipart/form-data", "urlencoded", "text/", ""];

function readBody({ document, part, parameters }: Operation, set: DefinitionSet) {
  // OpenAPI 2.0 has a body parameter, or one for each form field.
  const fields = parameters.filter(({ record }) => record["in"] === "formData");
  const old = parameters.find(({ record }) => record["in"] === "body");
  const consumes = (part.get("consumes").value === undefined ? document : part).texts("consumes");
  if (fields.length > 0) {
    const isPlain = consumes.some((one) => one.includes("urlencoded")) && !fields.some(isBinary);
    return { type: isPlain ? "application/x-www-form-urlencoded" : "multipart/form-data", inputs: [] };
  }
  const body = old ?? part.get("requestBody").follow();
  const types = old ? [...consumes, "application/json"] : Object.keys(body.get("content").record);
  const [type] = preferred.flatMap((form) => types.find((one) => one.toLowerCase().includes(form)) ?? []);
  if (type === undefined) return { type, inputs: [] };
  const schema = old ? body.get("schema") : body.get("content", type, "schema");
  return { type, inputs: readContent(schema, body, type, set) };
}

function toField(name: string, required: boolean, schema: MutableObject, isFile: boolean): Input {
  const field = { name, required, in: "body" };
  return isFile ? { ...field, schema: fileSchema(schema["description"]), file: true } : { ...field, schema };
}

/** The properties of an object body become parameters; any other body is one parameter. */
function readContent(schema: Part, body: Part, type: string, set: DefinitionSet): Input[] {
  const target = schema.follow();
  const isRequired = body.record["required"] === true;
  const isForm = /form-data|urlencoded/.test(type);
  if (!isPlainObject(target) && !(isForm && isRecord(target.record["properties"]))) {
    const isFile = !/json|form|text|xml/.test(type) || (isBinary(target) && !/json|form/.test(type));
    const description = body.text("description") ?? "The body of the request.";
    const converted = isFile ? fileSchema(description) : { ...set.convert(schema, "in"), description };
    const place = { in: "content", file: isFile || undefined };
    return [{ name: "body", schema: schema.mark(converted), required: isRequired, ...place }];
  }
  const { properties = {}, required = [] } = set.convert(target, "in");
  const needed = required as readonly string[];
  const names = needed.map((name) => `\`${name}\``).join(", ");
  if (names !== "" && !isRequired)
    body.warn(`The body is optional, so ${names} may be left out even when other parts of it are sent.`);
  return Object.entries(properties as Record<string, MutableObject>).map(([name, own]) => {
    const isFile = type.startsWith("multipart/") && isBinary(target.get("properties", name).follow());
    return toField(name, isRequired && needed.includes(name), isRecord(own) ? own : {}, isFile);
  });
}

/** A file to upload: a workspace path, checked by the executor's path policy. */
function fileSchema(description: unknown = "File to send, relative to the workspace."): MutableObject {
  return { type: "string", description, "x-path": { within: "workspace", exists: true, kind: "file" } };
}

function isBinary({ record: { format, contentMediaType, type } }: Part): boolean {
  return format === "binary" || contentMediaType === "application/octet-stream" || type === "file";
}

const objectKeywords =
  /^(allOf|anyOf|oneOf|not|if|patternProperties|discriminator|minProperties|maxProperties|dependentRequired)$/;

/** Whether an object has only properties, which can become parameters. */
function isPlainObject({ record }: Part): boolean {
  const { properties, additionalProperties = false, nullable } = record;
  const isPlain = !Object.keys(record).some((keyword) => objectKeywords.test(keyword));
  const hasProperties = isRecord(properties) && Object.keys(properties).length > 0;
  return isPlain && hasProperties && additionalProperties === false && nullable !== true;
}

/** The credentials of an operation, from the first supported security alternative. Models never see them. */
function credentialsOf({ document, security, part }: Operation, api: string): Input[] {
  const alternatives = security.map((one) => Object.keys(one));
  const required = alternatives.every((names) => names.length > 0);
  const isOld = document.record["swagger"] !== undefined;
  const schemes = isOld ? document.get("securityDefinitions") : document.get("components", "securitySchemes");
  const supplied = alternatives.map((names) =>
    names.flatMap((name): Input[] => {
      const place = credentialPlace(schemes.get(name).follow());
      if (place === undefined) return [];
      const parameter = camelCase(name.toLowerCase().startsWith(api) ? name : `${api}-${name}`);
      const what = place.scheme === "basic" ? "User name and password, as `user:password`" : "Credential";
      const description = `${what} of ${api}.`;
      const schema = { type: "string", description, "x-inject": parameter, "x-sensitive": true };
      return [{ parameter, schema, required, ...place }];
    }),
  );
  const chosen = supplied.find((one, index) => one.length > 0 && one.length === alternatives[index]?.length);
  const names = alternatives.flat().join(", ");
  const message = `The security scheme \`${names}\` is not supported; the request is sent without it.`;
  if (chosen === undefined && names !== "") part.get("security").warn(message);
  return chosen ?? [];
}

function credentialPlace(part: Part): Pick<Input, "name" | "in" | "scheme"> | undefined {
  const [type, where = "", name] = [part.text("type"), part.text("in"), part.text("name")];
  if (type === "apiKey" && name !== undefined && /^(header|query|cookie)$/.test(where))
    return { name, in: where };
  const kind = (type === "http" ? part.text("scheme")?.toLowerCase() : type) ?? "";
  if (!/^(basic|bearer|oauth2|openIdConnect)$/.test(kind)) return undefined;
  return { name: "Authorization", in: "header", scheme: kind === "basic" ? "basic" : "bearer" };
}
