import { itemBounds, textBounds } from "../schema/schema-node.js";
import { readIn, type SchemaDialect } from "../schema-dialect.js";

const source = readIn(
  "@google/genai 2 SDK: Schema and FunctionDeclaration; ai.google.dev, function calling",
  "2026-11",
  "A",
);

const propertyName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Gemini's `parameters`: a variant of OpenAPI 3.0 schemas. */
export const geminiParametersDialect: SchemaDialect = {
  name: "gemini-parameters",
  source,
  total: false,
  keywords: new Set(
    ["title", "default", "minimum", "maximum", "minProperties", "maxProperties"].concat(
      textBounds,
      itemBounds,
    ),
  ),
  formats: new Set("float double int32 int64 email byte date date-time password".split(" ")),
  nullable: "keyword",
  optional: "absent",
  literals: "strings",
  openObjects: true,
  inlinesReferences: true,
  describedReferences: false,
  recursion: "none",
  propertyName,
};

/** Gemini's `parametersJsonSchema`: the documented JSON Schema keywords. */
export const geminiDialect: SchemaDialect = {
  name: "gemini-json-schema",
  source,
  total: true,
  keywords: new Set(["title", "minimum", "maximum", "minItems", "maxItems"]),
  formats: "any",
  nullable: "any-of",
  optional: "absent",
  literals: "scalars",
  describedReferences: false,
  recursion: "optional",
  propertyName,
};
