import { itemBounds, numberBounds, propertyBounds, textBounds } from "../schema/schema-node.js";
import type { WideDialect } from "../relay/relay-schema.js";
import { commonFormats, readIn, type SchemaDialect } from "../schema-dialect.js";

const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * What Anthropic takes when it holds the model to the schema. `pattern` and `default` are left out because the SDK's
 * own transformer moves them into the description as well.
 */
export const anthropicStrictDialect: SchemaDialect = {
  name: "anthropic-strict",
  source: readIn(
    "docs.anthropic.com, structured outputs; @anthropic-ai/sdk 1, lib/transform-json-schema",
    "2026-11",
    "A",
  ),
  total: false,
  strict: true,
  keywords: new Set(["title", "const", "minItems"]),
  formats: new Set([...commonFormats, "uri"]),
  patterns: "simple",
  highestMinItems: 1,
  nullable: "any-of",
  objects: "closed",
  optional: "absent",
  literals: "untyped",
  anything: false,
  references: "keep",
  describedReferences: false,
  recursion: "none",
  tuples: false,
  propertyName,
};

/** What Anthropic takes otherwise: any JSON Schema, but no union at the root. */
export const anthropicDialect: WideDialect = {
  name: "anthropic",
  draft: "2020-12",
  rootUnions: false,
  propertyName,
};

/** The same for schemas whose properties have to be renamed. */
export const anthropicRenamingDialect: SchemaDialect = {
  name: "anthropic-renaming",
  source: readIn("the API's answer to other property keys", "2026-08", "B"),
  total: true,
  strict: false,
  keywords: new Set([
    "title",
    "default",
    "examples",
    "const",
    "uniqueItems",
    ...textBounds,
    ...numberBounds,
    ...itemBounds,
    ...propertyBounds,
  ]),
  formats: "any",
  patterns: "any",
  nullable: "any-of",
  objects: "as-written",
  optional: "absent",
  literals: "typed",
  anything: true,
  references: "keep",
  describedReferences: true,
  recursion: "any",
  tuples: true,
  propertyName,
};
