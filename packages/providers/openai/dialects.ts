import { itemBounds, numberBounds } from "../schema/schema-node.js";
import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, readIn, type SchemaDialect } from "../schema-dialect.js";

/**
 * What OpenAI accepts in strict mode. `minLength` and `maxLength` are omitted because its documentation
 * contradicts itself; `default` because a required property has none.
 */
export const openaiStrictDialect: SchemaDialect = {
  name: "openai-strict",
  source: readIn(
    "platform.openai.com/docs/guides/structured-outputs; openai 6 SDK, lib/transform",
    "2026-11",
    "A",
  ),
  total: false,
  keywords: new Set(["title", "const", "pattern", ...numberBounds, ...itemBounds]),
  formats: new Set(commonFormats),
  nullable: "type-array",
  optional: "null",
  literals: "typed",
  describedReferences: true,
  recursion: "any",
};

/** What OpenAI accepts otherwise: any JSON Schema without a root union. */
export const openaiDialect: WideDialect = { name: "openai", draft: "2020-12", rootUnions: false };
