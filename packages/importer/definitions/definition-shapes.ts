import { isRecord } from "@toolkiln/runtime/json";
import type { Part } from "../source/part.js";

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
