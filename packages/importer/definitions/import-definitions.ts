import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { baseName } from "../names.js";
import { convertSchema, toParameters } from "../schema/convert-schema.js";
import { SourceError, unlessEmpty, type MutableObject, type Part } from "../source/part.js";
import { readDocument } from "../source/read-document.js";

/** Imports tool definitions of a provider, without implementations. */
export async function importDefinitions(file: SourceFile): Promise<ImportedSource> {
  const found = findDefinitions(await readDocument(file));
  if (found.length > 0) return { tools: found.map((one) => toTool(one, false)) };
  throw new SourceError(
    "TK8004",
    file.label,
    "No tool definition was found in the format of OpenAI, Anthropic, Gemini, Bedrock or MCP.",
    "Pass a definition, a list of definitions, or a request or response with `tools`.",
  );
}

/** Definition fields that belong to a request, not to a manifest. */
const requestFields = ["strict", "cache_control", "defer_loading", "input_examples"];

/** Converts a definition to a tool. `isOpen` allows unknown parameters. */
export function toTool({ provider, name, part, schema }: FoundDefinition, isOpen: boolean): ImportedTool {
  for (const key of requestFields)
    if ((part.record[key] ?? undefined) !== undefined)
      part
        .get(key)
        .warn(`\`${key}\` of \`${name}\` was left out: it belongs to a request, not to a manifest.`);
  const { risk, hints } = annotationsOf(part.get("annotations"));
  return {
    name,
    keepsName: true,
    title: part.text("title") ?? part.get("annotations").text("title"),
    description: part.text("description") ?? name,
    risk,
    schema: toParameters(schema, convertSchema(schema), isOpen),
    result: convertSchema(part.get("outputSchema")),
    manifest: { hints: unlessEmpty(hints) },
    origin: `the ${provider} definition \`${name}\` in ${part.source.file}`,
    place: part,
  };
}

/**
 * Risk and hints from MCP annotations, which are unverified claims of the server. MCP treats a tool without hints as
 * destructive; here its risk is unknown, and the default also requires approval.
 */
function annotationsOf({ record }: Part): Pick<ImportedTool, "risk"> & { readonly hints: MutableObject } {
  const names = ["readOnly", "destructive", "idempotent", "openWorld"];
  const given = names.map((name) => [name, record[`${name}Hint`]] as const);
  const found: MutableObject = Object.fromEntries(given.filter(([, hint]) => typeof hint === "boolean"));
  const { destructive, ...hints } = found;
  const { readOnly, openWorld } = hints;
  if (readOnly === true) return { hints, risk: openWorld === true ? "low" : "safe" };
  if (destructive === true) return { hints: found, risk: "high" };
  return { hints: found, risk: destructive === false || readOnly === false ? "medium" : undefined };
}

export interface FoundDefinition {
  readonly provider: string;
  readonly name: string;
  readonly part: Part;
  readonly schema: Part;
}

/** Keys that contain definitions in requests, `tools/list` results, Gemini and Bedrock. */
const containers = /^(tools|result|functions|functionDeclarations|function_declarations|toolConfig)$/;

/** Finds the definitions of any provider in a document, in order. */
export function findDefinitions(part: Part): FoundDefinition[] {
  const own = recognize(part);
  if (own !== undefined) return [own];
  const members = part.members().filter(([key]) => Array.isArray(part.value) || containers.test(key));
  return members.flatMap(([, inner]) => findDefinitions(inner));
}

/** Each provider's format: the wrapper key, if any, and the path to the schema. */
const formats = [
  { provider: "Bedrock", wrapper: ["toolSpec"], schema: ["inputSchema", "json"] },
  { provider: "OpenAI", wrapper: ["function"], schema: ["parameters"] },
  { provider: "MCP", wrapper: [], schema: ["inputSchema"] },
  { provider: "Anthropic", wrapper: [], schema: ["input_schema"] },
  { provider: "Gemini", wrapper: [], schema: ["parametersJsonSchema"] },
  { provider: "OpenAI or Gemini", wrapper: [], schema: ["parameters"] },
];

function recognize(value: Part): FoundDefinition | undefined {
  const found = formats.flatMap(({ provider, wrapper, schema }) => {
    const part = value.get(...wrapper);
    const { name } = part.record;
    return typeof name === "string" ? [{ provider, name, part, schema: part.get(...schema) }] : [];
  });
  // `parameters` is optional.
  const { type, description, function: wrapped } = value.record;
  const isBare =
    type === "function" || isRecord(wrapped) || (type === undefined && typeof description === "string");
  return found.find(({ schema }) => schema.value !== undefined) ?? (isBare ? found[0] : undefined);
}

/** Imports a JSON Schema as the parameters of a tool. */
export async function importJsonSchema(file: SourceFile): Promise<ImportedSource> {
  const part = await readDocument(file);
  const { label } = file;
  if (!isRecord(part.value))
    throw new SourceError("TK8004", label, "This is not a JSON Schema: expected a mapping of keywords.");
  const name = part.text("title") ?? baseName(label);
  const tool = toTool({ provider: "JSON Schema", name, part, schema: part }, false);
  return { tools: [{ ...tool, keepsName: false, origin: `the schema ${label}` }] };
}
