import { anthropicFields } from "../anthropic/anthropic.js";
import { defineProvider } from "../define-provider.js";
import { frameworkDialects, openai, type JsonSchema7Root } from "../openai/openai.js";
import type { Provider } from "../provider.js";

/** A tool for `bindTools` of LangChain. */
export interface LangChainTool {
  name: string;
  description: string;
  schema: JsonSchema7Root;
  /** Fields of Anthropic's definitions, passed on by LangChain. */
  extras?: { [field: string]: unknown };
}

/** Images are the only media parts with a format that all LangChain models accept. */
const { fileTypes: _, fileBytes: __, ...imagesOnly } = openai.limits;

/** LangChain. */
export const langchain: Provider<LangChainTool> = defineProvider({
  name: "langchain",
  limits: imagesOnly,
  dialects: () => frameworkDialects,
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
