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
  responseJsonSchema?: { [keyword: string]: unknown };
}

/** How tools are described to Gemini. */
export interface GeminiOptions extends AdaptOptions {
  /** The field that holds the schema; a schema that `parameters` cannot hold goes into the default. @default `parametersJsonSchema` */
  readonly schema?: "parameters" | "parametersJsonSchema";
  /** Whether to send the schema of the data; results then have to be sent with the same option. */
  readonly outputSchema?: boolean;
}

/** For `toolConfig` of a request: Gemini has no strict tools, but can hold the model to the schemas of all. */
export const geminiStrictConfig: { functionCallingConfig: { mode: "VALIDATED" } } = {
  functionCallingConfig: { mode: "VALIDATED" },
};

const parametersForm: SchemaForm = { kind: "carried", dialect: geminiParametersDialect };
const jsonSchemaForm: SchemaForm = { kind: "carried", dialect: geminiJsonSchemaDialect };

/** Gemini. Its strict mode is a setting of the request: `geminiStrictConfig`. */
export const gemini: Provider<GeminiFunctionDeclaration, GeminiOptions> = defineProvider({
  name: "gemini",
  limits: geminiLimits,
  forms: ({ schema = "parametersJsonSchema" }) =>
    schema === "parameters" ? [parametersForm, jsonSchemaForm] : [jsonSchemaForm],
  define: ({ name, description, schema, dialect, outputSchema }, options) => ({
    name,
    description,
    ...(dialect === geminiParametersDialect.name
      ? { parameters: toGeminiSchema(schema) }
      : { parametersJsonSchema: { ...schema } }),
    // A response is an object.
    ...(options.outputSchema === true &&
      outputSchema?.type === "object" && { responseJsonSchema: { ...outputSchema } }),
  }),
});
