import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, readIn, type SchemaDialect } from "../schema-dialect.js";

const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * What Anthropic accepts in strict mode. `pattern` and `default` are omitted because the SDK's transformer also moves
 * them into the description.
 */
export const anthropicStrictDialect: SchemaDialect = {
  name: "anthropic-strict",
  source: readIn(
    "docs.anthropic.com, structured outputs; @anthropic-ai/sdk 1, lib/transform-json-schema",
    "2026-11",
    "A",
  ),
  total: false,
  keywords: new Set(["title", "const", "minItems"]),
  highestMinItems: 1,
  formats: new Set([...commonFormats, "uri"]),
  nullable: "any-of",
  optional: "absent",
  literals: "untyped",
  describedReferences: false,
  recursion: "none",
  propertyName,
};

/** What Anthropic accepts otherwise: any JSON Schema without a root union. */
export const anthropicDialect: WideDialect = {
  name: "anthropic",
  draft: "2020-12",
  rootUnions: false,
  propertyName,
};
