import { defineProvider } from "../define-provider.js";
import type { ProviderLimits } from "../limits.js";
import type { Provider } from "../provider.js";
import type { Source } from "../schema-dialect.js";

const converse: Source = {
  text: "Amazon Bedrock API reference, ToolSpecification",
  date: "2026-10",
  confidence: "A",
};

/** What the Converse API of Bedrock accepts. */
const bedrockLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z0-9_-]+$", source: converse },
  nameLength: { value: 64, source: converse },
};

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
