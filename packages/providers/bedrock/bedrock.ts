import { defineProvider } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { bedrockLimits } from "./limits.js";

/** A tool of the Converse API. */
export interface BedrockTool {
  toolSpec: {
    name: string;
    description: string;
    inputSchema: { json: { [keyword: string]: unknown } };
  };
}

/** Amazon Bedrock's Converse API. */
export const bedrock: Provider<BedrockTool> = defineProvider({
  name: "bedrock",
  limits: bedrockLimits,
  forms: () => [{ kind: "relayed", dialect: { name: "bedrock", draft: "2020-12", rootUnions: false } }],
  define: ({ name, description, schema }) => ({
    toolSpec: { name, description, inputSchema: { json: { ...schema } } },
  }),
});
