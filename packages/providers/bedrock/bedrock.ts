import { anthropicStrictDialect } from "../anthropic/dialects.js";
import { defineProvider, type SchemaForm, type SentArguments } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { bedrockLimits } from "./limits.js";

/** A tool of the Converse API. */
export interface BedrockTool {
  toolSpec: {
    name: string;
    description: string;
    inputSchema: { json: SentArguments };
    strict?: boolean;
  };
}

const looseForm: SchemaForm = {
  kind: "relayed",
  dialect: { name: "bedrock", draft: "2020-12", rootUnions: false },
};

/** Amazon Bedrock's Converse API. */
export const bedrock: Provider<BedrockTool> = defineProvider({
  name: "bedrock",
  limits: bedrockLimits,
  // Strict tools are those of the models that know the mode, whose dialect is the narrowest.
  forms: ({ strict = false }) =>
    strict ? [{ kind: "carried", dialect: anthropicStrictDialect }, looseForm] : [looseForm],
  define: ({ name, description, schema, strict }) => ({
    // A schema is JSON.
    toolSpec: {
      name,
      description,
      inputSchema: { json: { ...schema } as SentArguments },
      ...(strict && { strict }),
    },
  }),
});
