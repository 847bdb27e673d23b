import { anthropicFields } from "../anthropic/anthropic.js";
import { defineProvider } from "../define-provider.js";
import { frameworkForms, type JsonSchema7Root } from "../framework-forms.js";
import { openaiLimits } from "../openai/limits.js";
import type { Provider } from "../provider.js";

/** A tool as LangChain's models bind it. */
export interface LangChainTool {
  name: string;
  description: string;
  schema: JsonSchema7Root;
  /** Fields of Anthropic's definitions, which LangChain hands on. */
  extras?: { [field: string]: unknown };
}

/** Of all parts of a message, only images have one form that every model of LangChain takes. */
const { fileTypes: _, fileBytes: __, ...imagesOnly } = openaiLimits;

/** LangChain. */
export const langchain: Provider<LangChainTool> = defineProvider({
  name: "langchain",
  limits: imagesOnly,
  forms: ({ strict = false }) => frameworkForms(strict),
  define: ({ spec, name, description, schema }) => {
    const extras = anthropicFields(spec.targets?.["anthropic"] ?? {});
    return {
      name,
      description,
      schema: { ...schema, type: "object" },
      ...(Object.keys(extras).length > 0 && { extras: { ...extras } }),
    };
  },
});
