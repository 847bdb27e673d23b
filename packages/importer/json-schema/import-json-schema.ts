import { isRecord } from "@toolkiln/runtime/json";
import { ImportReport, SourceError } from "../import-report.js";
import type { ImportedSource, MutableObject } from "../imported-tool.js";
import { DefinitionSet } from "../schema/definition-set.js";
import { toParameters } from "../schema/parameters.js";
import { SourceFiles } from "../source/source-files.js";

/** Imports a JSON Schema, or `file#/pointer` to one, as the parameters of a tool. */
export async function importJsonSchema(location: string, path: string): Promise<ImportedSource> {
  const [file = location, pointer = ""] = location.split("#");
  const report = new ImportReport();
  const files = await SourceFiles.read(file, path.split("#")[0] ?? path, report);
  const place = { source: files.main, pointer: "" };
  const target = files.resolve(`#${pointer}`, place);
  if (target === undefined || (!isRecord(target.value) && typeof target.value !== "boolean"))
    throw new SourceError(
      "TK8004",
      location,
      "This is not a JSON Schema: a mapping of keywords is expected.",
    );
  const set = new DefinitionSet(files, report, {
    prefix: "#/$defs/",
    namespace: "",
    reach: { in: Infinity, out: Infinity },
    reportsCuts: true,
  });
  const schema = set.convert(target.value, target.place, "in");
  for (const keyword of ["$defs", "definitions"]) delete schema[keyword];
  const { title, description } = schema;
  for (const keyword of ["title", "description"]) delete schema[keyword];
  const name =
    typeof title === "string"
      ? title
      : (pointer || file)
          .split(/[\\/]/)
          .at(-1)
          ?.replace(/(\.schema)?\.\w+$/, "");
  const parameters = parametersOf(schema, report);
  if (Object.keys(set.definitions).length > 0) parameters["$defs"] = set.definitions;
  const tool = {
    name: name ?? "tool",
    keepsName: false,
    description: typeof description === "string" ? description : `${name ?? "Tool"}.`,
    schema: parameters,
    result: "structured" as const,
    origin: `the schema ${location}`,
    place: target.place,
  };
  return { tools: [tool], support: [], packages: [], report };
}

/** Parameters are an object; a schema of anything else describes one parameter. */
function parametersOf(schema: MutableObject, report: ImportReport): MutableObject {
  const { type } = schema;
  if (type === undefined || type === "object") return toParameters(schema, report, false);
  const wrapper = { properties: { value: schema }, required: ["value"] };
  const place = report.placeOf(schema);
  if (place !== undefined) {
    report.remember(wrapper, place);
    report.lose(place, `Parameters are an object, so this is its property \`value\`.`);
  }
  return wrapper;
}
