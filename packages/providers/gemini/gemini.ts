import { defineProvider, type SchemaForm } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { geminiJsonSchemaDialect, geminiParametersDialect } from "./dialects.js";
import { geminiLimits } from "./limits.js";
import { toGeminiSchema, type GeminiSchema } from "./open-api-schema.js";

/** A function declaration of the Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** One of the two holds the parameters; neither when there are none. */
  parameters?: GeminiSchema;
  parametersJsonSchema?: { [keyword: string]: unknown };
}

/** How tools are told to Gemini. */
export interface GeminiOptions extends AdaptOptions {
  /** The field that holds the schema; a schema that `parameters` cannot hold goes into the default. @default `parametersJsonSchema` */
  readonly schema?: "parameters" | "parametersJsonSchema";
}

const parametersForm: SchemaForm = { kind: "carried", dialect: geminiParametersDialect };
const jsonSchemaForm: SchemaForm = { kind: "carried", dialect: geminiJsonSchemaDialect };

/** Gemini. It has no strict mode. */
export const gemini: Provider<GeminiFunctionDeclaration, GeminiOptions> = defineProvider({
  name: "gemini",
  limits: geminiLimits,
  forms: ({ schema = "parametersJsonSchema" }) =>
    schema === "parameters" ? [parametersForm, jsonSchemaForm] : [jsonSchemaForm],
  define: ({ name, description, schema, dialect }) =>
    dialect === geminiParametersDialect.name
      ? { name, description, parameters: toGeminiSchema(schema) }
      : { name, description, parametersJsonSchema: { ...schema } },
});
