import { nearestName } from "@toolkiln/runtime/vocabulary";
import { aiSdk } from "./ai-sdk/ai-sdk.js";
import { anthropic } from "./anthropic/anthropic.js";
import { bedrock } from "./bedrock/bedrock.js";
import { gemini } from "./gemini/gemini.js";
import { jsonSchema } from "./json-schema/json-schema.js";
import { langchain } from "./langchain/langchain.js";
import { mcp } from "./mcp/mcp.js";
import type { Provider } from "./provider.js";
import { openaiAgents } from "./openai-agents/openai-agents.js";
import { openai } from "./openai/openai.js";

/** Every provider that toolkiln knows, by its name. */
export const providers: {
  readonly openai: typeof openai;
  readonly anthropic: typeof anthropic;
  readonly gemini: typeof gemini;
  readonly mcp: typeof mcp;
  readonly bedrock: typeof bedrock;
  readonly "ai-sdk": typeof aiSdk;
  readonly langchain: typeof langchain;
  readonly "openai-agents": typeof openaiAgents;
  readonly "json-schema": typeof jsonSchema;
} = {
  openai,
  anthropic,
  gemini,
  mcp,
  bedrock,
  "ai-sdk": aiSdk,
  langchain,
  "openai-agents": openaiAgents,
  "json-schema": jsonSchema,
};

/** The name of a provider that toolkiln knows. */
export type ProviderName = keyof typeof providers;

/** The provider of a name. Whoever writes JavaScript can misspell it. */
export function providerNamed(name: string): Provider {
  if (isProviderName(name)) return providers[name];
  const near = nearestName(name, Object.keys(providers));
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new TypeError(
    `There is no target "${name}".${meant} The targets are ${Object.keys(providers).join(", ")}, or a provider of your own.`,
  );
}

/** Whether toolkiln knows a provider of that name. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
