import type { ProviderName } from "@toolkiln/providers";

/** The providers, in a form that the compiler checks for completeness; importing them would cost every start. */
const names: Readonly<Record<ProviderName, true>> = {
  openai: true,
  anthropic: true,
  gemini: true,
  mcp: true,
  bedrock: true,
  "ai-sdk": true,
  langchain: true,
  "openai-agents": true,
  "json-schema": true,
};

/** The names of the providers that a manifest can say something else to. */
export const providerNames: readonly string[] = Object.keys(names);
