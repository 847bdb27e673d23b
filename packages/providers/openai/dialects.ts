import { itemBounds, numberBounds } from "../schema/schema-node.js";
import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, readIn, type SchemaDialect } from "../schema-dialect.js";

/**
 * What OpenAI takes when it holds the model to the schema. `minLength` and `maxLength` are left out because its
 * documents disagree about them; `default` because a required property has none.
 */
export const openaiStrictDialect: SchemaDialect = {
  name: "openai-strict",
  source: readIn(
    "platform.openai.com/docs/guides/structured-outputs; openai 6 SDK, lib/transform",
    "2026-11",
    "A",
  ),
  total: false,
  strict: true,
  keywords: new Set(["title", "const", "pattern", ...numberBounds, ...itemBounds]),
  formats: new Set(commonFormats),
  patterns: "simple",
  nullable: "type-array",
  objects: "closed",
  optional: "null",
  literals: "typed",
  anything: false,
  references: "keep",
  describedReferences: true,
  recursion: "any",
  tuples: false,
};

/** What OpenAI takes otherwise: any JSON Schema, but no union at the root. */
export const openaiDialect: WideDialect = { name: "openai", draft: "2020-12", rootUnions: false };
