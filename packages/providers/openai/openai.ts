import { defineProvider, type DefinitionParts, type SchemaForm } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { openaiDialect, openaiStrictDialect } from "./dialects.js";
import { openaiLimits } from "./limits.js";

/** A tool of the Chat Completions API. */
export interface OpenAIChatTool {
  type: "function";
  function: {
    name: string;
    description: string;
    parameters: { [keyword: string]: unknown };
    strict: boolean;
  };
}

/** A tool of the Responses API. */
export interface OpenAIResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
}

/** How tools are told to OpenAI. */
export interface OpenAIOptions extends AdaptOptions {
  /** Which API the definition is for. @default Chat Completions */
  readonly api?: "chat" | "responses";
}

const strictForm: SchemaForm = { kind: "carried", dialect: openaiStrictDialect };
const looseForm: SchemaForm = { kind: "relayed", dialect: openaiDialect };

/** OpenAI. `strict` is always said, because the Responses API takes silence for yes. */
export const openai: Provider<OpenAIChatTool | OpenAIResponsesTool, OpenAIOptions> = defineProvider({
  name: "openai",
  limits: openaiLimits,
  forms: ({ strict = false }) => (strict ? [strictForm, looseForm] : [looseForm]),
  define: (parts, { api = "chat" }) => {
    const body = defineFunction(parts);
    return api === "chat" ? { type: "function", function: body } : { type: "function", ...body };
  },
});

function defineFunction({ name, description, schema, strict }: DefinitionParts): OpenAIChatTool["function"] {
  return { name, description, parameters: { ...schema }, strict };
}
