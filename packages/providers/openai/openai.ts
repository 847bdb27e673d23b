import { presentFields } from "@toolkiln/runtime/json";
import { defineProvider } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { limitsFrom } from "../limits.js";
import type { WideDialect } from "../wide/to-wide-dialect.js";
import { commonFormats, type SchemaDialect } from "../schema-dialect.js";
import { itemBounds, numberBounds } from "../schema/schema-node.js";

/**
 * What OpenAI accepts in strict mode. `minLength` and `maxLength` are omitted because its documentation
 * contradicts itself; `default` because all properties are required.
 */
const openaiStrictDialect: SchemaDialect = {
  name: "openai-strict",
  source: {
    text: "platform.openai.com/docs/guides/structured-outputs; openai 6 SDK, lib/transform",
    date: "2026-11",
    confidence: "A",
  },
  strict: true,
  lossy: false,
  keywords: new Set(["title", "const", "pattern", ...numberBounds, ...itemBounds]),
  formats: new Set(commonFormats),
  nullable: "type-array",
  optional: "null",
  literals: "typed",
};

/** What frameworks accept: draft-07 without root unions. Strict tools use OpenAI's dialect, the narrowest one. */
export const frameworkDialects: readonly (SchemaDialect | WideDialect)[] = [
  openaiStrictDialect,
  { name: "draft-07", draft: "draft-07", rootUnions: false },
];

/** The root of a draft-07 schema, with the keywords that have the same type in all frameworks. */
export interface JsonSchema7Root {
  type: "object";
  title?: string;
  description?: string;
}

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
  limits: {
    ...limitsFrom("openai 6 SDK: FunctionDefinition.name", "2026-11", "A", {
      namePattern: "^[a-zA-Z0-9_-]+$",
      nameLength: 64,
    }),
    ...limitsFrom("API reference; some models take more", "2026-10", "C", { descriptionLength: 1024 }),
    ...limitsFrom("the API's error for larger requests", "2026-09", "B", { tools: 128 }),
    ...limitsFrom("platform.openai.com/docs/guides/structured-outputs, supported schemas", "2026-10", "A", {
      strictDepth: 10,
      strictProperties: 5000,
      strictTextLength: 120_000,
      strictEnumValues: 1000,
    }),
    ...limitsFrom(
      "openai 7 SDK: FunctionCallOutput; guide to images and vision. Chat Completions takes text only",
      "2026-11",
      "C",
      {
        imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        imageBytes: 20 * 1024 ** 2,
        fileTypes: ["application/pdf"],
        fileBytes: 32 * 1024 ** 2,
      },
    ),
  },
  dialects: () => [openaiStrictDialect, { name: "openai", draft: "2020-12", rootUnions: false }],
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
