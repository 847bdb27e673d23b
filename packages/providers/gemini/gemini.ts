import { defineProvider } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { toGeminiSchema, type GeminiSchema } from "./open-api-schema.js";
import { limitsFrom, type LimitSource } from "../limits.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { itemBounds, textBounds } from "../schema/schema-node.js";

const parameterPattern = "^[a-zA-Z_][a-zA-Z0-9_]{0,63}$";
const propertyName = new RegExp(parameterPattern);

const source: LimitSource = {
  text: "@google/genai 2 SDK: Schema and FunctionDeclaration; ai.google.dev, function calling",
  date: "2026-11",
  confidence: "A",
};

/** Gemini's `parameters`: a variant of OpenAPI 3.0 schemas. */
const geminiParametersDialect: SchemaDialect = {
  name: "gemini-parameters",
  source,
  lossy: false,
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
  propertyName,
};

/** Gemini's `parametersJsonSchema`: the documented JSON Schema keywords. */
const geminiDialect: SchemaDialect = {
  name: "gemini-json-schema",
  source,
  lossy: true,
  keywords: new Set(["title", "minimum", "maximum", "minItems", "maxItems"]),
  formats: "any",
  nullable: "any-of",
  optional: "absent",
  literals: "scalars",
  propertyName,
};

/** A function declaration of the Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** Only one of `parameters` and `parametersJsonSchema` is set. */
  parameters?: GeminiSchema;
  parametersJsonSchema?: { [keyword: string]: unknown };
  responseJsonSchema?: { [keyword: string]: unknown };
}

/** How tools are described to Gemini. */
export interface GeminiOptions extends AdaptOptions {
  /** The schema field; falls back to the default if `parameters` cannot express a schema. @default `parametersJsonSchema` */
  readonly schema?: "parameters" | "parametersJsonSchema";
  /** Whether to send the output schema; results must then be sent with the same option. */
  readonly outputSchema?: boolean;
}

/** For `toolConfig` of a request: Gemini has no strict tools, but can enforce the schemas of all tools. */
export const geminiStrictConfig: { functionCallingConfig: { mode: "VALIDATED" } } = {
  functionCallingConfig: { mode: "VALIDATED" },
};

/** Gemini. Its strict mode is a setting of the request: `geminiStrictConfig`. */
export const gemini: Provider<GeminiFunctionDeclaration, GeminiOptions> = defineProvider({
  name: "gemini",
  limits: {
    ...limitsFrom("@google/genai 2 SDK: FunctionDeclaration; Vertex accepts at most 64", "2026-11", "C", {
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
  },
  dialects: ({ schema }) =>
    schema === "parameters" ? [geminiParametersDialect, geminiDialect] : [geminiDialect],
  define: ({ name, description, schema, dialect, outputSchema }, options) => ({
    name,
    description,
    ...(dialect === geminiParametersDialect.name
      ? { parameters: toGeminiSchema(schema) }
      : { parametersJsonSchema: { ...schema } }),
    // Gemini accepts only objects as responses.
    ...(options.outputSchema === true &&
      outputSchema?.type === "object" && { responseJsonSchema: { ...outputSchema } }),
  }),
});
