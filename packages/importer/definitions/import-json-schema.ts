import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource } from "../imported-tool.js";
import { baseName } from "../names.js";
import type { SourceFile } from "../read-source.js";
import { toParameters } from "../schema/convert-schema.js";
import { DefinitionSet } from "../schema/definition-set.js";
import { SourceError } from "../source/import-report.js";
import { readFiles } from "../source/source-files.js";

/** Imports a JSON Schema, or `file#/pointer` to one, as the parameters of a tool. */
export async function importJsonSchema(file: SourceFile): Promise<ImportedSource> {
  const { shown, path, name: pointer = "", report } = file;
  const document = await readFiles(shown, path, report);
  const part = document.source.resolve?.(`#${pointer}`, document);
  if (part === undefined || (!isRecord(part.value) && typeof part.value !== "boolean")) {
    const message = "This is not a JSON Schema: a mapping of keywords is expected.";
    throw new SourceError("TK8004", shown, message);
  }
  const set = new DefinitionSet();
  const { title, description, $defs: _, definitions: _old, ...schema } = set.convert(part, "in");
  const name = typeof title === "string" ? title : baseName(pointer || shown);
  const isObject = schema["type"] === undefined || schema["type"] === "object";
  if (!isObject) part.lose("Parameters are an object, so this is its property `value`.");
  // Parameters are an object; a schema of anything else describes one parameter.
  const converted = isObject ? schema : { properties: { value: part.mark(schema) }, required: ["value"] };
  const $defs = set.files.get("");
  const tool = {
    name,
    description: typeof description === "string" ? description : `${name}.`,
    schema: { ...toParameters(part, converted, false), ...($defs && { $defs }) },
    result: {},
    origin: `the schema ${pointer === "" ? shown : `${shown}#${pointer}`}`,
    place: part,
  };
  part.mark(tool.schema);
  return { tools: [tool] };
}
