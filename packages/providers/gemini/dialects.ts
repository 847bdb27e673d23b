import { itemBounds, propertyBounds, textBounds } from "../schema/schema-node.js";
import { readIn, type SchemaDialect } from "../schema-dialect.js";

const source = readIn(
  "@google/genai 2 SDK: Schema and FunctionDeclaration; ai.google.dev, function calling",
  "2026-11",
  "A",
);

const propertyName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Gemini's `parameters`: a schema of its own after OpenAPI 3.0. */
export const geminiParametersDialect: SchemaDialect = {
  name: "gemini-parameters",
  source,
  total: false,
  strict: false,
  keywords: new Set([
    "title",
    "default",
    "minimum",
    "maximum",
    ...textBounds,
    ...itemBounds,
    ...propertyBounds,
  ]),
  formats: new Set([
    "float",
    "double",
    "int32",
    "int64",
    "enum",
    "email",
    "byte",
    "date",
    "date-time",
    "password",
  ]),
  patterns: "any",
  nullable: "keyword",
  objects: "unsaid",
  optional: "absent",
  literals: "strings",
  anything: false,
  references: "inline",
  describedReferences: false,
  recursion: "none",
  tuples: false,
  propertyName,
};

/** Gemini's `parametersJsonSchema`: the keywords of JSON Schema that it lists. */
export const geminiJsonSchemaDialect: SchemaDialect = {
  name: "gemini-json-schema",
  source,
  total: true,
  strict: false,
  keywords: new Set(["title", "minimum", "maximum", "minItems", "maxItems"]),
  formats: "any",
  patterns: "any",
  nullable: "any-of",
  objects: "as-written",
  optional: "absent",
  literals: "scalars",
  anything: true,
  references: "keep",
  describedReferences: false,
  recursion: "optional",
  tuples: true,
  propertyName,
};
