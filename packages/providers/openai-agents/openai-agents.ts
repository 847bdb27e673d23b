import { defineProvider } from "../define-provider.js";
import { frameworkDialects, openai } from "../openai/openai.js";
import type { AdaptOptions, Provider } from "../provider.js";

/** A function tool as the OpenAI Agents SDK describes it to a model. */
export interface OpenAIAgentsTool {
  type: "function";
  name: string;
  description: string;
  parameters: { type: "object"; [keyword: string]: unknown };
  strict: boolean;
  outputSchema?: { type: "object"; [keyword: string]: unknown };
  deferLoading?: boolean;
}

/** How tools are described to the Agents SDK. */
export interface OpenAIAgentsOptions extends AdaptOptions {
  /** Whether to send the output schema; the model then gets only the data, as JSON. */
  readonly outputSchema?: boolean;
}

/** The OpenAI Agents SDK. */
export const openaiAgents: Provider<OpenAIAgentsTool, OpenAIAgentsOptions> = defineProvider({
  name: "openai-agents",
  limits: openai.limits,
  dialects: () => frameworkDialects,
  carries: () => ["deferLoading"],
  define: ({ name, description, schema, strict, outputSchema, target }, options: OpenAIAgentsOptions) => ({
    type: "function",
    name,
    description,
    parameters: { ...schema, type: "object" },
    strict,
    ...(options.outputSchema === true &&
      outputSchema?.type === "object" && { outputSchema: { ...outputSchema, type: "object" } }),
    ...(target.deferLoading !== undefined && { deferLoading: target.deferLoading }),
  }),
});
