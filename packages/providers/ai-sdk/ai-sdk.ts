import type { ToolSpec } from "@toolkiln/runtime";
import { defineProvider, type SentArguments, type SentValue } from "../define-provider.js";
import { frameworkDialects, openai, type JsonSchema7Root } from "../openai/openai.js";
import type { Provider } from "../provider.js";

/** A function tool as the AI SDK passes it to models. */
export interface AiSdkFunctionTool {
  type: "function";
  name: string;
  description: string;
  inputSchema: JsonSchema7Root;
  inputExamples?: { input: SentArguments }[];
  strict: boolean;
  providerOptions?: { openai?: AiSdkProviderFields; anthropic?: AiSdkProviderFields };
}

/** Provider-specific fields of a tool definition in the AI SDK. */
export interface AiSdkProviderFields {
  [field: string]: SentValue;
}

/** The Vercel AI SDK. */
export const aiSdk: Provider<AiSdkFunctionTool> = defineProvider({
  name: "ai-sdk",
  limits: openai.limits,
  examples: "definition",
  dialects: () => frameworkDialects,
  define: ({ spec, name, description, schema, strict, examples }) => ({
    type: "function",
    name,
    description,
    inputSchema: { ...schema, type: "object" },
    ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
    strict,
    ...providerOptions(spec),
  }),
});

/** The fields under `openai` and `anthropic` in `targets`, which the AI SDK passes to these providers. */
function providerOptions({ targets = {} }: ToolSpec): Pick<AiSdkFunctionTool, "providerOptions"> {
  const entries = (["openai", "anthropic"] as const).flatMap((name) => {
    const { wireName: _, description: __, strict: ___, cacheControl, ...fields } = targets[name] ?? {};
    const all = { ...fields, ...(cacheControl && { cacheControl: { type: "ephemeral", ...cacheControl } }) };
    return Object.keys(all).length === 0 ? [] : [[name, structuredClone(all)]];
  });
  return entries.length === 0 ? {} : { providerOptions: Object.fromEntries(entries) };
}
