import { anthropicStrictDialect } from "../anthropic/dialects.js";
import { defineProvider, type SchemaForm, type SentArguments } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { bedrockLimits } from "./limits.js";

/** An entry in the list of tools of the Converse API: a tool, or the end of the part that is cached. */
export type BedrockTool =
  | {
      toolSpec: {
        name: string;
        description: string;
        inputSchema: { json: SentArguments };
        strict?: boolean;
      };
    }
  | { cachePoint: { type: "default"; ttl?: "5m" | "1h" } };

const looseForm: SchemaForm = {
  kind: "relayed",
  dialect: { name: "bedrock", draft: "2020-12", rootUnions: false },
};

/** Amazon Bedrock's Converse API. */
export const bedrock: Provider<BedrockTool> = defineProvider<BedrockTool>({
  name: "bedrock",
  limits: bedrockLimits,
  // Strict tools are those of the models that know the mode, whose dialect is the narrowest.
  forms: ({ strict = false }) =>
    strict ? [{ kind: "carried", dialect: anthropicStrictDialect }, looseForm] : [looseForm],
  carries: () => ["cacheControl"],
  follow: ({ cacheControl }) => cacheControl && { cachePoint: { type: "default", ...cacheControl } },
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
