import type { RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { ToolHints } from "@toolkiln/runtime/vocabulary";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import type { SourceFile } from "../read-source.js";
import { convertSchema, ownReference, toParameters } from "../schema/convert-schema.js";
import { SourceError } from "../source/import-report.js";
import { Part } from "../source/part.js";
import { readDocument } from "../source/source-document.js";

/** Imports definitions that were written for a provider; the implementations are still to be written. */
export async function importDefinitions({ shown, path, report }: SourceFile): Promise<ImportedSource> {
  const document = await readDocument(shown, path);
  const found = findDefinitions(new Part({ ...document, report }, document.value));
  if (found.length > 0) return { tools: found.map((one) => toTool(one, false)) };
  throw new SourceError(
    "TK8004",
    shown,
    "No tool definition was found: none of OpenAI's, Anthropic's, Gemini's, Bedrock's or MCP's forms.",
    "Give a definition, a list of them, or a request or answer with `tools`.",
  );
}

/** Fields of a definition that a manifest has no place for, with what becomes of them. */
const unsupported: Readonly<Record<string, string>> = {
  strict: "`toolkiln export --strict` asks for it",
  cache_control: "it belongs to a request",
  defer_loading: "it belongs to a request",
  input_examples: "write them as `examples`",
};

/** A definition as a tool. `isOpen` keeps accepting parameters that it does not name. */
export function toTool({ provider, name, part, schema }: FoundDefinition, isOpen: boolean): ImportedTool {
  for (const [key, reason] of Object.entries(unsupported))
    if ((part.record[key] ?? undefined) !== undefined)
      part.get(key).lose(`\`${key}\` of \`${name}\` is not in the manifest: ${reason}.`);
  const context = { reference: ownReference };
  const output = part.get(part.record["outputSchema"] === undefined ? "responseJsonSchema" : "outputSchema");
  const title = part.text("title") ?? part.get("annotations").text("title");
  return {
    name,
    keepsName: true,
    ...annotationsOf(part.get("annotations")),
    ...(title !== undefined && { title }),
    description: part.text("description") ?? name,
    schema: toParameters(schema, convertSchema(schema, context), isOpen),
    result: convertSchema(output, context),
    origin: `the ${provider} definition \`${name}\` in ${part.source.file}`,
    place: part,
  };
}

/**
 * Risk and hints of MCP annotations. What only reads is safe, or low where it reaches beyond the machine; what changes
 * something is medium, and high where it destroys. Annotations are promises of the server: read the table before trusting them.
 */
function annotationsOf({ record }: Part): Pick<ImportedTool, "risk" | "hints"> {
  const { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint, openWorldHint } = record;
  const risk = riskOf(readOnly, destructive, openWorldHint);
  const isNews = (hint: unknown, implied: boolean): hint is boolean =>
    typeof hint === "boolean" && hint !== implied;
  const hints: ToolHints = {
    ...(typeof idempotentHint === "boolean" && { idempotent: idempotentHint }),
    ...(typeof openWorldHint === "boolean" && { openWorld: openWorldHint }),
    ...(isNews(readOnly, risk === "safe") && { readOnly }),
    ...(readOnly !== true && isNews(destructive, risk === "high") && { destructive }),
  };
  return { hints, ...(risk !== undefined && { risk }) };
}

/** MCP takes what says nothing for destructive; for want of a hint approval is asked for all the same. */
function riskOf(readOnly: unknown, destructive: unknown, openWorld: unknown): RiskLevel | undefined {
  if (readOnly === true) return openWorld === true ? "low" : "safe";
  if (destructive === true) return "high";
  return destructive === false || readOnly === false ? "medium" : undefined;
}

/** A definition of a tool in any provider's form, taken apart. */
export interface FoundDefinition {
  readonly provider: string;
  readonly name: string;
  readonly part: Part;
  readonly schema: Part;
}

/** Keys that hold definitions: requests, `tools/list` answers, Gemini's and Bedrock's groups. */
const containers = /^(tools|result|functions|functionDeclarations|function_declarations|toolConfig)$/;

/** Finds the definitions in a document, whichever provider they were written for, in their order. */
export function findDefinitions(part: Part): FoundDefinition[] {
  const own = recognize(part);
  if (own !== undefined) return [own];
  const members = part.members().filter(([key]) => Array.isArray(part.value) || containers.test(key));
  return members.flatMap(([, inner]) => findDefinitions(inner));
}

/** How each provider writes a definition: the key that holds it, if any, and the way from it to the schema. */
const forms = [
  { provider: "Bedrock", wrapper: ["toolSpec"], schema: ["inputSchema", "json"] },
  { provider: "OpenAI", wrapper: ["function"], schema: ["parameters"] },
  { provider: "MCP", wrapper: [], schema: ["inputSchema"] },
  { provider: "Anthropic", wrapper: [], schema: ["input_schema"] },
  { provider: "Gemini", wrapper: [], schema: ["parametersJsonSchema"] },
  { provider: "OpenAI or Gemini", wrapper: [], schema: ["parameters"] },
];

function recognize(value: Part): FoundDefinition | undefined {
  const found = forms.flatMap(({ provider, wrapper, schema }) => {
    const part = value.get(...wrapper);
    const { name } = part.record;
    return typeof name === "string" ? [{ provider, name, part, schema: part.get(...schema) }] : [];
  });
  return (
    found.find(({ schema }) => schema.value !== undefined) ?? (isBareFunction(value) ? found[0] : undefined)
  );
}

/** A function without parameters may leave them out. */
function isBareFunction({ record: { type, description, function: wrapped } }: Part): boolean {
  return type === "function" || isRecord(wrapped) || (type === undefined && typeof description === "string");
}
