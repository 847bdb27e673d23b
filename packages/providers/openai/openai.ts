import { presentFields } from "@toolkiln/runtime/json";
import { defineProvider } from "../define-provider.js";
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
    const { name, description, schema, strict } = parts;
    const body = { name, description, parameters: { ...schema }, strict };
    if (api === "chat") return { type: "function", function: body };
    const { deferLoading, allowedCallers } = parts.target;
    return {
      type: "function",
      ...body,
      ...presentFields({
        output_schema: outputSchema && parts.outputSchema ? { ...parts.outputSchema } : undefined,
        defer_loading: deferLoading,
        allowed_callers: allowedCallers?.filter(isCaller),
      }),
    };
  },
});

function isCaller(name: string): name is "direct" | "programmatic" {
  return name === "direct" || name === "programmatic";
}
