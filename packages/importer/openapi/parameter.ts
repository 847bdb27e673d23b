import { isRecord } from "@toolkiln/runtime/json";
import { Part } from "../source/part.js";
import type { ParameterPlace } from "./request.js";

/** Keywords of a parameter in OpenAPI 2.0 that are its schema. */
const schemaKeywords =
  /^(type|format|items|default|enum|pattern|uniqueItems|multipleOf|(exclusiveM|m)(inimum|aximum)|(min|max)(Length|Items))$/;

/** The schema of a parameter: its own keywords in 2.0, `schema` or the schema of its only content since. */
export function schemaOf(parameter: Part): Part {
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
export function styleOf(parameter: Part, where: string): Pick<ParameterPlace, "style"> {
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
