import { defineProvider } from "../define-provider.js";
import { frameworkForms } from "../framework-forms.js";
import { openaiLimits } from "../openai/limits.js";
import type { Provider } from "../provider.js";

/** A function tool as the OpenAI Agents SDK describes it to a model. */
export interface OpenAIAgentsTool {
  type: "function";
  name: string;
  description: string;
  parameters: { type: "object"; [keyword: string]: unknown };
  strict: boolean;
  deferLoading?: boolean;
}

/** The OpenAI Agents SDK. */
export const openaiAgents: Provider<OpenAIAgentsTool> = defineProvider({
  name: "openai-agents",
  limits: openaiLimits,
  forms: ({ strict = false }) => frameworkForms(strict),
  carries: () => ["deferLoading"],
  define: ({ name, description, schema, strict, target }) => ({
    type: "function",
    name,
    description,
    parameters: { ...schema, type: "object" },
    strict,
    ...(target.deferLoading !== undefined && { deferLoading: target.deferLoading }),
  }),
});
