import { isRecord } from "@toolkiln/runtime/json";
import { ImportReport, inside, SourceError, type PlacedSource } from "../import-report.js";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { convertSchema, ownReferences } from "../schema/convert-schema.js";
import { toParameters } from "../schema/parameters.js";
import { readNamedDocument } from "../source/source-document.js";
import { annotationsOf } from "./annotations.js";
import { findDefinitions, type FoundDefinition } from "./definition-shapes.js";

/** Imports definitions that were written for a provider; the implementations are still to be written. */
export async function importDefinitions(location: string, path: string): Promise<ImportedSource> {
  const document = await readNamedDocument(location, path);
  return definitionsToTools(document.value, document);
}

/** The tools that a document of definitions describes. */
export function definitionsToTools(value: unknown, source: PlacedSource): ImportedSource {
  const report = new ImportReport();
  const found = findDefinitions(value, { source, pointer: "" });
  if (found.length === 0) {
    throw new SourceError(
      "TK8004",
      source.file,
      "No tool definition was found: none of OpenAI's, Anthropic's, Gemini's, Bedrock's or MCP's forms.",
      "Give a definition, a list of them, or a request or answer with `tools`.",
    );
  }
  return {
    tools: found.map((one) => toTool(one, report, { isOpen: false })),
    support: [],
    packages: [],
    report,
  };
}

/** Fields of a definition that a manifest has no place for, with what becomes of them. */
const unsupported: Readonly<Record<string, string>> = {
  strict: "`toolkiln export --strict` asks for it",
  cache_control: "it belongs to a request",
  defer_loading: "it belongs to a request",
  input_examples: "write them as `examples`",
};

/** A definition as a tool. `isOpen` keeps accepting parameters that it does not name. */
export function toTool(
  { provider, name, definition, schema, outputSchema, place, schemaPlace }: FoundDefinition,
  report: ImportReport,
  { isOpen }: { readonly isOpen: boolean },
): ImportedTool {
  const context = { report, reference: ownReferences(report) };
  for (const [key, reason] of Object.entries(unsupported))
    if (definition[key] !== undefined && definition[key] !== null)
      report.lose(inside(place, key), `\`${key}\` of \`${name}\` is not in the manifest: ${reason}.`);
  const parameters = convertSchema(schema ?? {}, schemaPlace, context);
  const { description, title } = definition;
  return {
    name,
    keepsName: true,
    ...annotationsOf(definition["annotations"]),
    ...(typeof title === "string" && { title }),
    description: typeof description === "string" && description.trim() !== "" ? description : name,
    schema: toParameters(parameters, report, isOpen),
    result: isRecord(outputSchema)
      ? convertSchema(outputSchema, inside(place, "outputSchema"), context)
      : "structured",
    origin: `the ${provider} definition \`${name}\` in ${place.source.file}`,
    place,
  };
}
