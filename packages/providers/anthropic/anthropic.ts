import { defineProvider, type SchemaForm } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { anthropicDialect, anthropicRenamingDialect, anthropicStrictDialect } from "./dialects.js";
import { anthropicLimits } from "./limits.js";

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: "object"; [keyword: string]: unknown };
  input_examples?: { [parameter: string]: unknown }[];
  strict?: boolean;
}

const strictForm: SchemaForm = { kind: "carried", dialect: anthropicStrictDialect };
const looseForm: SchemaForm = { kind: "relayed", dialect: anthropicDialect };
const renamingForm: SchemaForm = { kind: "carried", dialect: anthropicRenamingDialect };

/** Anthropic. */
export const anthropic: Provider<AnthropicTool> = defineProvider({
  name: "anthropic",
  limits: anthropicLimits,
  examples: "definition",
  forms: ({ strict = false }) => (strict ? [strictForm, looseForm, renamingForm] : [looseForm, renamingForm]),
  define: ({ name, description, schema, strict, examples }) => ({
    name,
    description,
    input_schema: { ...schema, type: "object" },
    ...(examples.length > 0 && { input_examples: [...examples] }),
    ...(strict && { strict }),
  }),
});
