import { isRecord } from "@toolkiln/runtime/json";
import { inside, type SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";

type Source = Readonly<Record<string, unknown>>;

/** Keywords of a parameter in OpenAPI 2.0 that are its schema. */
const inlineKeywords = new Set(
  "type format items default enum minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems multipleOf".split(
    " ",
  ),
);

/** The schema of a parameter: its own keywords in 2.0, `schema` or the schema of its only content since. */
export function schemaOf(parameter: Source, place: SourcePlace): readonly [unknown, SourcePlace] {
  const { schema, content } = parameter;
  if (schema !== undefined) return [schema, inside(place, "schema")];
  if (isRecord(content)) {
    const [type = ""] = Object.keys(content);
    const media = content[type];
    return [isRecord(media) ? media["schema"] : undefined, inside(place, "content", type, "schema")];
  }
  return [
    Object.fromEntries(Object.entries(parameter).filter(([keyword]) => inlineKeywords.has(keyword))),
    place,
  ];
}

/** A parameter is described beside its schema. */
export function describe(schema: MutableObject, { description, deprecated, example }: Source): void {
  if (typeof description === "string" && description.trim() !== "")
    schema["description"] = description.trim();
  if (deprecated === true) schema["deprecated"] = true;
  if (example !== undefined && schema["examples"] === undefined) schema["examples"] = [example];
}

/** A file that the tool sends: a path in the workspace, which the executor's path policy checks. */
export function fileSchema(description = "File to send, relative to the workspace."): MutableObject {
  return { type: "string", description, "x-path": { within: "workspace", exists: true, kind: "file" } };
}
