import type { ImportReport } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import type { DefinitionSet } from "../schema/definition-set.js";
import type { SourceFiles } from "../source/source-files.js";
import { describe, fileSchema, schemaOf } from "./parameter-schema.js";
import type { FoundParameter, Operation } from "./operations.js";
import { encodingOf, type ParameterPlace } from "./parameter-place.js";
import { bodyOf, type RequestBody } from "./request-body.js";
import type { Credential } from "./security.js";

/** The parameters of a tool, and where each goes in a request. */
export interface RequestParameters {
  readonly schema: MutableObject;
  readonly places: Readonly<Record<string, ParameterPlace>>;
  /** The media type of the body. */
  readonly bodyType?: string;
}

/** Headers that the HTTP client sets itself. */
const ownHeaders = new Set(["accept", "authorization", "content-type", "content-length", "host"]);

/** Everything that an operation is sent, merged into one object whose names do not clash. */
export function requestParameters(
  operation: Operation,
  credentials: readonly Credential[],
  context: { readonly files: SourceFiles; readonly set: DefinitionSet; readonly report: ImportReport },
): RequestParameters {
  const merged = new MergedParameters();
  for (const parameter of operation.parameters) addParameter(parameter, merged, context);
  const body = bodyOf(operation, context);
  if (body !== undefined) addBody(body, merged, context.set);
  for (const { key, description, place, required } of credentials) {
    const schema = { type: "string", description, "x-inject": key, "x-sensitive": true };
    merged.add(key, schema, required, { ...place, name: place.name ?? key });
  }
  const { properties, required, places } = merged;
  const schema: MutableObject = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
  context.report.remember(schema, operation.place);
  return { schema, places, ...(body !== undefined && { bodyType: body.mediaType }) };
}

/** Collects parameters under names that models can write. */
class MergedParameters {
  readonly properties: MutableObject = {};
  readonly places: Record<string, ParameterPlace> = {};
  readonly required: string[] = [];

  add(wanted: string, schema: MutableObject, isRequired: boolean, place: ParameterPlace): void {
    const name = this.#free(wanted, place.in);
    this.properties[name] = schema;
    const { name: sent = wanted, ...rest } = place;
    this.places[name] = { ...rest, ...(sent !== name && { name: sent }) };
    if (isRequired) this.required.push(name);
  }

  #free(wanted: string, where: string): string {
    const base =
      wanted
        .replaceAll(/[^A-Za-z0-9_.-]+/g, "_")
        .replaceAll(/^_+|_+$/g, "")
        .slice(0, 60) || "value";
    const isTaken = (name: string) =>
      Object.hasOwn(this.properties, name) || name === "constructor" || name === "prototype";
    let name = isTaken(base) ? `${base}_${where}` : base;
    for (let number = 2; isTaken(name); number++) name = `${base}_${where}_${number}`;
    return name;
  }
}

function addParameter(
  { value, place }: FoundParameter,
  merged: MergedParameters,
  { set, report }: { readonly set: DefinitionSet; readonly report: ImportReport },
): void {
  const { name, in: where, required } = value;
  if (typeof name !== "string" || where === "body" || where === "formData") return;
  if (where === "header" && ownHeaders.has(name.toLowerCase())) return;
  if (where !== "path" && where !== "query" && where !== "header" && where !== "cookie") {
    report.lose(
      place,
      `The parameter \`${name}\` is in \`${String(where)}\`, which is not supported; it was left out.`,
    );
    return;
  }
  const [source, at] = schemaOf(value, place);
  const schema = set.convert(source, at, "in");
  describe(schema, value);
  merged.add(name, schema, required === true || where === "path", {
    in: where,
    name,
    ...encodingOf(value, where, place, report),
  });
}

/** The properties of an object body become parameters; any other body is one parameter. */
function addBody(
  { properties, whole, isRequired, mediaType }: RequestBody,
  merged: MergedParameters,
  set: DefinitionSet,
): void {
  const isRaw = !/json|form/.test(mediaType);
  for (const { name, schema, required, isFile } of properties ?? [])
    merged.add(name, schema, required, { in: "body", name, ...(isFile && { file: true }) });
  if (whole === undefined) return;
  const schema =
    isRaw && whole.isFile ? fileSchema(whole.description) : set.convert(whole.schema, whole.place, "in");
  if (whole.description !== undefined) schema["description"] = whole.description;
  merged.add("body", schema, isRequired, { in: "content", ...(whole.isFile && { file: true }) });
}
