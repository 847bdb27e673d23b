import { presentFields } from "@toolkiln/runtime/json";
import { defineProvider } from "../define-provider.js";
import type { TargetOverride } from "@toolkiln/runtime/vocabulary";
import type { Provider } from "../provider.js";
import { anthropicDialect, anthropicLimits, anthropicStrictDialect } from "./limits.js";

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: "object"; [keyword: string]: unknown };
  input_examples?: { [parameter: string]: unknown }[];
  strict?: boolean;
  defer_loading?: boolean;
  allowed_callers?: AnthropicCaller[];
  cache_control?: { type: "ephemeral"; ttl?: "5m" | "1h" };
  eager_input_streaming?: boolean;
}

const callers = ["direct", "code_execution_20250825", "code_execution_20260120"] as const;

/** Who may call a tool: the model, or its code execution. */
export type AnthropicCaller = (typeof callers)[number];

/** Anthropic. */
export const anthropic: Provider<AnthropicTool> = defineProvider({
  name: "anthropic",
  limits: anthropicLimits,
  examples: "definition",
  dialects: () => [anthropicStrictDialect, anthropicDialect],
  carries: () => ["deferLoading", "allowedCallers", "cacheControl", "eagerInputStreaming"],
  define: ({ name, description, schema, strict, examples, target }) => ({
    name,
    description,
    input_schema: { ...schema, type: "object" },
    ...(examples.length > 0 && { input_examples: [...examples] }),
    ...(strict && { strict }),
    ...anthropicFields(target),
  }),
});

/** Omits `cache_control` with `defer_loading`: the API rejects the combination. */
export function anthropicFields(target: TargetOverride): Partial<AnthropicTool> {
  const { deferLoading, allowedCallers, cacheControl, eagerInputStreaming } = target;
  const cache = deferLoading === true ? undefined : cacheControl;
  return presentFields({
    defer_loading: deferLoading,
    allowed_callers: allowedCallers && callers.filter((caller) => allowedCallers.includes(caller)),
    cache_control: cache && { type: "ephemeral" as const, ...cache },
    eager_input_streaming: eagerInputStreaming,
  });
}
