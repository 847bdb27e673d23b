import { defineProvider } from "../define-provider.js";
import type { AdaptOptions, Provider } from "../provider.js";
import { geminiDialect, geminiLimits, geminiParametersDialect } from "./limits.js";
import { toGeminiSchema, type GeminiSchema } from "./open-api-schema.js";

/** A function declaration of the Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** Only one of the two is set. */
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
  limits: geminiLimits,
  dialects: ({ schema }) =>
    schema === "parameters" ? [geminiParametersDialect, geminiDialect] : [geminiDialect],
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
