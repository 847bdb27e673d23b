import { nearestName } from "@toolkiln/runtime/vocabulary";
import { aiSdk } from "./ai-sdk/ai-sdk.js";
import { anthropic } from "./anthropic/anthropic.js";
import { bedrock } from "./bedrock/bedrock.js";
import { gemini } from "./gemini/gemini.js";
import { jsonSchema } from "./json-schema/json-schema.js";
import { langchain } from "./langchain/langchain.js";
import { mcp } from "./mcp/mcp.js";
import type { LimitOverrides } from "./limits.js";
import type { AdaptOptions, Provider } from "./provider.js";
import { openaiAgents } from "./openai-agents/openai-agents.js";
import { openai } from "./openai/openai.js";

/** The built-in providers, by name. */
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

/** The name of a built-in provider. */
export type ProviderName = keyof typeof providers;

/** Finds a provider by name; throws on unknown names. */
export function providerNamed(name: string): Provider {
  if (isProviderName(name)) return providers[name];
  const near = nearestName(name, Object.keys(providers));
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new TypeError(
    `There is no target "${name}".${meant} Known targets: ${Object.keys(providers).join(", ")}. You can also pass your own provider.`,
  );
}

/** Whether a built-in provider has this name. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}

/** A project's settings for a provider. */
export interface TargetSettings extends AdaptOptions {
  readonly provider: ProviderName;
  /** OpenAI: which API the definitions are for. */
  readonly api?: "chat" | "responses";
  /** Gemini: the field for the schema. */
  readonly schema?: "parameters" | "parametersJsonSchema";
  /** Plain JSON Schema: which draft to write. */
  readonly draft?: "2020-12" | "draft-07";
  /** Overrides of the known limits. */
  readonly limits?: LimitOverrides;
}

/** A provider with options for adapting tools. */
export interface Target {
  /** Name in messages: the provider, and whether it is strict. */
  readonly title: string;
  readonly provider: Provider;
  readonly options: Omit<TargetSettings, "provider" | "limits">;
}

/** Finds the provider of a target. */
export function findTarget(target: ProviderName | TargetSettings): Target {
  const { provider: name, limits, ...options } = typeof target === "string" ? { provider: target } : target;
  const provider = providerNamed(name);
  const title = options.strict === true ? `${name} (strict)` : name;
  return { title, provider: limits === undefined ? provider : provider.withLimits(limits), options };
}
