import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { baseName } from "../names.js";
import { convertSchema, toParameters } from "../schema/convert-schema.js";
import { SourceError, unlessEmpty, type MutableObject, type Part } from "../source/part.js";
import { readDocument } from "../source/read-document.js";

export async function importDefinitions(file: SourceFile): Promise<ImportedSource> {
  const tools = definedTools(await readDocument(file), false);
  if (tools.length > 0) return { tools };
  const message = "No tool definition was found in the format of OpenAI, Anthropic, Gemini, Bedrock or MCP.";
  const help = "Pass a definition, a list of definitions, or a request or response with `tools`.";
  throw new SourceError(file.label, message, "TK8004", help);
}

export async function importJsonSchema(file: SourceFile): Promise<ImportedSource> {
  const part = await readDocument(file);
  if (!isRecord(part.value))
    throw new SourceError(file.label, "This is not a JSON Schema: expected a mapping of keywords.");
  const tool = toTool("JSON Schema", part.text("title") ?? baseName(file.label), part, part, false);
  return { tools: [{ ...tool, keepsName: false, origin: `the schema ${file.label}` }] };
}

/** Keys that contain definitions in requests, `tools/list` results, Gemini and Bedrock. */
const containers = /^(tools|result|functions|functionDeclarations|function_declarations|toolConfig)$/;

/** The tools that a document defines in any provider's format. `isOpen` allows unknown parameters. */
export function definedTools(part: Part, isOpen: boolean): ImportedTool[] {
  if (part.path.length > 100) throw new RangeError("The definitions are nested too deeply.");
  const own = recognize(part);
  if (own !== undefined) return [toTool(...own, isOpen)];
  const members = part.members().filter(([key]) => Array.isArray(part.value) || containers.test(key));
  return members.flatMap(([, inner]) => definedTools(inner, isOpen));
}

/** Each provider's format: the wrapper key, if any, and the path to the schema. */
const formats = [
  ["Bedrock", ["toolSpec"], ["inputSchema", "json"]],
  ["OpenAI", ["function"], ["parameters"]],
  ["MCP", [], ["inputSchema"]],
  ["Anthropic", [], ["input_schema"]],
  ["Gemini", [], ["parametersJsonSchema"]],
  ["OpenAI or Gemini", [], ["parameters"]],
] as const;

function recognize(value: Part) {
  const found = formats.flatMap(([provider, wrapper, schema]) => {
    const part = value.get(...wrapper);
    const { name } = part.record;
    return typeof name === "string" ? [[provider, name, part, part.get(...schema)] as const] : [];
  });
  // `parameters` is optional.
  const { type, description, function: wrapped } = value.record;
  const isBare =
    type === "function" || isRecord(wrapped) || (type === undefined && typeof description === "string");
  return found.find(([, , , schema]) => schema.value !== undefined) ?? (isBare ? found[0] : undefined);
}

const requestFields = ["strict", "cache_control", "defer_loading", "input_examples"];

export function toTool(kind: string, name: string, part: Part, schema: Part, isOpen: boolean): ImportedTool {
  for (const key of requestFields.filter((one) => (part.record[one] ?? undefined) !== undefined)) {
    const message = `\`${key}\` of \`${name}\` was left out: it belongs to a request, not to a manifest.`;
    part.get(key).warn(message);
  }
  const annotations = part.get("annotations");
  const { risk, hints } = annotatedRisk(annotations);
  return {
    name,
    keepsName: true,
    title: part.text("title") ?? annotations.text("title"),
    description: part.text("description") ?? name,
    risk,
    schema: toParameters(schema, convertSchema(schema), isOpen),
    result: convertSchema(part.get("outputSchema")),
    manifest: { hints: unlessEmpty(hints) },
    origin: `the ${kind} definition \`${name}\` in ${part.source.file}`,
    place: part,
  };
}

/** Risk and hints from MCP annotations. Without them the risk is unknown, and `medium` requires approval. */
function annotatedRisk({ record }: Part): Pick<ImportedTool, "risk"> & { readonly hints: MutableObject } {
  const names = ["readOnly", "destructive", "idempotent", "openWorld"];
  const given = names.map((name) => [name, record[`${name}Hint`]] as const);
  const found: MutableObject = Object.fromEntries(given.filter(([, hint]) => typeof hint === "boolean"));
  const { destructive, ...hints } = found;
  if (hints["readOnly"] === true) return { hints, risk: hints["openWorld"] === true ? "low" : "safe" };
  return { hints: found, risk: destructive === true ? "high" : "medium" };
}
