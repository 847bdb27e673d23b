import { limitsFrom, type LimitSource, type ProviderLimits } from "../limits.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { itemBounds, textBounds } from "../schema/schema-node.js";

const parameterPattern = "^[a-zA-Z_][a-zA-Z0-9_]{0,63}$";

/** Gemini's limits. */
export const geminiLimits: ProviderLimits = {
  ...limitsFrom("@google/genai 2 SDK: FunctionDeclaration; Vertex stops at 64", "2026-11", "C", {
    namePattern: "^[a-zA-Z_][a-zA-Z0-9_.-]*$",
    nameLength: 64,
  }),
  ...limitsFrom("@google/genai 2 SDK: FunctionDeclaration", "2026-11", "A", { parameterPattern }),
  ...limitsFrom(
    "@google/genai 2 SDK: FunctionResponsePart; Gemini 3 and later, older models take text only",
    "2026-11",
    "C",
    {
      imageTypes: ["image/png", "image/jpeg", "image/webp"],
      imageBytes: 14 * 1024 ** 2,
      fileTypes: ["application/pdf", "text/plain"],
      fileBytes: 14 * 1024 ** 2,
    },
  ),
};

const source: LimitSource = {
  text: "@google/genai 2 SDK: Schema and FunctionDeclaration; ai.google.dev, function calling",
  date: "2026-11",
  confidence: "A",
};

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
  propertyName: new RegExp(parameterPattern),
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
  propertyName: new RegExp(parameterPattern),
};
