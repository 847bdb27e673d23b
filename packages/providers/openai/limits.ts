import { limitsFrom, type ProviderLimits } from "../limits.js";
import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, type SchemaDialect } from "../schema-dialect.js";
import { itemBounds, numberBounds } from "../schema/schema-node.js";

/** OpenAI's limits. */
export const openaiLimits: ProviderLimits = {
  ...limitsFrom("openai 6 SDK: FunctionDefinition.name", "2026-11", "A", {
    namePattern: "^[a-zA-Z0-9_-]+$",
    nameLength: 64,
  }),
  ...limitsFrom("API reference; some models take more", "2026-10", "C", { descriptionLength: 1024 }),
  ...limitsFrom("the API's answer to larger requests", "2026-09", "B", { tools: 128 }),
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
};

/**
 * What OpenAI accepts in strict mode. `minLength` and `maxLength` are omitted because its documentation
 * contradicts itself; `default` because a required property has none.
 */
export const openaiStrictDialect: SchemaDialect = {
  name: "openai-strict",
  source: {
    text: "platform.openai.com/docs/guides/structured-outputs; openai 6 SDK, lib/transform",
    date: "2026-11",
    confidence: "A",
  },
  strict: true,
  total: false,
  keywords: new Set(["title", "const", "pattern", ...numberBounds, ...itemBounds]),
  formats: new Set(commonFormats),
  nullable: "type-array",
  optional: "null",
  literals: "typed",
};

/** What OpenAI accepts without strict mode: any JSON Schema without a root union. */
export const openaiDialect: WideDialect = { name: "openai", draft: "2020-12", rootUnions: false };

/** What frameworks accept: draft-07 without root unions. Strict tools use OpenAI's dialect, the narrowest one. */
export const frameworkDialects: readonly (SchemaDialect | WideDialect)[] = [
  openaiStrictDialect,
  { name: "draft-07", draft: "draft-07", rootUnions: false },
];

/** The root of a draft-07 schema, with the keywords that all frameworks type the same. */
export interface JsonSchema7Root {
  type: "object";
  title?: string;
  description?: string;
}
