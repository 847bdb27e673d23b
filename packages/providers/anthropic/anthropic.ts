import { presentFields } from "@toolkiln/runtime/json";
import { defineProvider } from "../define-provider.js";
import type { TargetOverride } from "@toolkiln/runtime/vocabulary";
import type { Provider } from "../provider.js";
import { limitsFrom } from "../limits.js";
import { commonFormats, type SchemaDialect } from "../schema-dialect.js";

const parameterPattern = "^[a-zA-Z0-9_.-]{1,64}$";
const propertyName = new RegExp(parameterPattern);

/**
 * What Anthropic accepts in strict mode. `pattern` and `default` are omitted because the SDK's transformer also moves
 * them into the description.
 */
export const anthropicStrictDialect: SchemaDialect = {
  name: "anthropic-strict",
  source: {
    text: "docs.anthropic.com, structured outputs; @anthropic-ai/sdk 1, lib/transform-json-schema",
    date: "2026-11",
    confidence: "A",
  },
  strict: true,
  lossy: false,
  keywords: new Set(["title", "const", "minItems"]),
  highestMinItems: 1,
  formats: new Set([...commonFormats, "uri"]),
  nullable: "any-of",
  optional: "absent",
  literals: "untyped",
  propertyName,
};

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
  limits: {
    ...limitsFrom("docs.anthropic.com, tool use; older clients accept at most 64", "2026-10", "A", {
      namePattern: "^[a-zA-Z0-9_-]+$",
      nameLength: 128,
    }),
    ...limitsFrom("the API's error for other property keys", "2026-08", "B", { parameterPattern }),
    ...limitsFrom("docs.anthropic.com, strict tool use: limits of a request", "2026-10", "A", {
      strictTools: 20,
      strictOptionalParameters: 24,
      strictUnionParameters: 16,
    }),
    ...limitsFrom(
      "@anthropic-ai/sdk 1: ToolResultBlockParam, Base64ImageSource, DocumentBlockParam",
      "2026-11",
      "A",
      {
        imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        fileTypes: ["application/pdf", "text/plain"],
      },
    ),
    ...limitsFrom("the API's error for larger images: 5 MB of base64", "2026-09", "B", {
      imageBytes: 3_932_160,
    }),
    ...limitsFrom("docs.anthropic.com, PDF: 32 MB a request", "2026-10", "C", { fileBytes: 24 * 1024 ** 2 }),
  },
  examples: "definition",
  dialects: () => [
    anthropicStrictDialect,
    { name: "anthropic", draft: "2020-12", rootUnions: false, propertyName },
  ],
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
