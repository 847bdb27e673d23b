import { anthropicStrictDialect } from "../anthropic/limits.js";
import { defineProvider, type SentArguments } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { bedrockLimits } from "./limits.js";

/** An entry in the list of tools of the Converse API: a tool or a cache point. */
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

/** Amazon Bedrock's Converse API. */
export const bedrock: Provider<BedrockTool> = defineProvider<BedrockTool>({
  name: "bedrock",
  limits: bedrockLimits,
  // Of the models with a strict mode, Anthropic's have the narrowest dialect.
  dialects: () => [anthropicStrictDialect, { name: "bedrock", draft: "2020-12", rootUnions: false }],
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
