import { limitsFrom, type ProviderLimits } from "../limits.js";
import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, type SchemaDialect } from "../schema-dialect.js";

const parameterPattern = "^[a-zA-Z0-9_.-]{1,64}$";

/** Anthropic's limits. */
export const anthropicLimits: ProviderLimits = {
  ...limitsFrom("docs.anthropic.com, tool use; older clients stop at 64", "2026-10", "A", {
    namePattern: "^[a-zA-Z0-9_-]+$",
    nameLength: 128,
  }),
  ...limitsFrom("the API's answer to other property keys", "2026-08", "B", { parameterPattern }),
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
  ...limitsFrom("the API's answer to larger images: 5 MB of base64", "2026-09", "B", {
    imageBytes: 3_932_160,
  }),
  ...limitsFrom("docs.anthropic.com, PDF: 32 MB a request", "2026-10", "C", { fileBytes: 24 * 1024 ** 2 }),
};

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
  total: false,
  keywords: new Set(["title", "const", "minItems"]),
  highestMinItems: 1,
  formats: new Set([...commonFormats, "uri"]),
  nullable: "any-of",
  optional: "absent",
  literals: "untyped",
  propertyName: new RegExp(parameterPattern),
};

/** What Anthropic accepts without strict mode: any JSON Schema without a root union. */
export const anthropicDialect: WideDialect = {
  name: "anthropic",
  draft: "2020-12",
  rootUnions: false,
  propertyName: new RegExp(parameterPattern),
};
