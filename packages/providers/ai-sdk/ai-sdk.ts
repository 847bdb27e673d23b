import { defineProvider, type SentArguments } from "../define-provider.js";
import { frameworkForms, type JsonSchema7Root } from "../framework-forms.js";
import { openaiLimits } from "../openai/limits.js";
import type { Provider } from "../provider.js";

/** A function tool as the AI SDK hands it to its models. */
export interface AiSdkFunctionTool {
  type: "function";
  name: string;
  description: string;
  inputSchema: JsonSchema7Root;
  inputExamples?: { input: SentArguments }[];
  strict: boolean;
}

/** The Vercel AI SDK. */
export const aiSdk: Provider<AiSdkFunctionTool> = defineProvider({
  name: "ai-sdk",
  limits: openaiLimits,
  examples: "definition",
  forms: ({ strict = false }) => frameworkForms(strict),
  define: ({ name, description, schema, strict, examples }) => ({
    type: "function",
    name,
    description,
    inputSchema: { ...schema, type: "object" },
    ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
    strict,
  }),
});
