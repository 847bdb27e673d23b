import { defineProvider, type DefinitionParts } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { openaiDialect, openaiLimits, openaiStrictDialect } from "./limits.js";

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
  output_schema?: { [keyword: string]: unknown };
  defer_loading?: boolean;
  allowed_callers?: ("direct" | "programmatic")[];
}

/** How tools are described to OpenAI. */
export interface OpenAIOptions extends AdaptOptions {
  /** Which API the definition is for. @default Chat Completions */
  readonly api?: "chat" | "responses";
  /** Responses: whether to send the output schema; results must then be sent with the same option. */
  readonly outputSchema?: boolean;
}

/** OpenAI. `strict` is always sent, because it is true by default in the Responses API. */
export const openai: Provider<OpenAIChatTool | OpenAIResponsesTool, OpenAIOptions> = defineProvider({
  name: "openai",
  limits: openaiLimits,
  dialects: () => [openaiStrictDialect, openaiDialect],
  carries: ({ api }) => (api === "responses" ? ["deferLoading", "allowedCallers"] : []),
  define: (parts, { api = "chat", outputSchema = false }) => {
    const body = defineFunction(parts);
    if (api === "chat") return { type: "function", function: body };
    const { deferLoading, allowedCallers } = parts.target;
    return {
      type: "function",
      ...body,
      ...(outputSchema && parts.outputSchema !== undefined && { output_schema: { ...parts.outputSchema } }),
      ...(deferLoading !== undefined && { defer_loading: deferLoading }),
      ...(allowedCallers !== undefined && { allowed_callers: allowedCallers.filter(isCaller) }),
    };
  },
});

function defineFunction({ name, description, schema, strict }: DefinitionParts): OpenAIChatTool["function"] {
  return { name, description, parameters: { ...schema }, strict };
}

function isCaller(name: string): name is "direct" | "programmatic" {
  return name === "direct" || name === "programmatic";
}
