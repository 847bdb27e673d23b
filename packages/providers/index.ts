export { adaptTools } from "./adapt-tools.js";
export type { AdaptedTools, SetProblem, ToolCallInput } from "./adapt-tools.js";
export { aiSdk, type AiSdkFunctionTool } from "./ai-sdk/ai-sdk.js";
export { toAiSdkTools } from "./ai-sdk/ai-sdk-tools.js";
export type { AiSdkCallOptions, AiSdkTool, AiSdkToolsOptions } from "./ai-sdk/ai-sdk-tools.js";
export { anthropic, type AnthropicTool } from "./anthropic/anthropic.js";
export { bedrock, type BedrockTool } from "./bedrock/bedrock.js";
export { charactersPerToken, tokenCounterFor, type TokenCounter } from "./cost/count-tokens.js";
export { measureCost, type TargetCost } from "./cost/measure-cost.js";
export { defineProvider } from "./define-provider.js";
export type {
  DefinitionParts,
  ProviderDefinition,
  SchemaForm,
  SchemaForms,
  SentArguments,
  SentValue,
} from "./define-provider.js";
export { readCallState, toCallState } from "./execute/call-state.js";
export type { RunnerOptions, ToolDispatcher, ToolOutput } from "./execute/tool-runner.js";
export type { JsonSchema7Root } from "./framework-forms.js";
export { gemini, type GeminiFunctionDeclaration, type GeminiOptions } from "./gemini/gemini.js";
export type { GeminiSchema } from "./gemini/open-api-schema.js";
export { jsonSchema, type JsonSchemaOptions, type JsonSchemaTool } from "./json-schema/json-schema.js";
export { langchain, type LangChainTool } from "./langchain/langchain.js";
export { toLangChainTools } from "./langchain/langchain-tools.js";
export type {
  LangChainCallConfig,
  LangChainToolFactory,
  LangChainToolFields,
  LangChainToolsOptions,
} from "./langchain/langchain-tools.js";
export type { Limit, LimitName, LimitOverrides, ProviderLimits } from "./limits.js";
export type { Loss, LossEffect, Refusal } from "./loss.js";
export { mcp, type McpAnnotations, type McpTool } from "./mcp/mcp.js";
export { toOpenAIAgentsTools } from "./openai-agents/openai-agents-tools.js";
export type {
  AgentsCallDetails,
  AgentsParameters,
  AgentsRunContext,
  OpenAIAgentsFunctionTool,
  OpenAIAgentsToolsOptions,
} from "./openai-agents/openai-agents-tools.js";
export { openaiAgents, type OpenAIAgentsTool } from "./openai-agents/openai-agents.js";
export { openai } from "./openai/openai.js";
export type { OpenAIChatTool, OpenAIOptions, OpenAIResponsesTool } from "./openai/openai.js";
export type { Adaptation, AdaptOptions, Provider } from "./provider.js";
export { isProviderName, providers, type ProviderName } from "./providers.js";
export type { RelayDialect } from "./relay/relay-schema.js";
export { inlineScalars } from "./schema/inline-scalars.js";
export type { SchemaDialect, Source } from "./schema-dialect.js";
export type { SpecProvider, SpecSource } from "./spec-source.js";
export { findTarget, type Target, type TargetSettings } from "./target.js";
export { readTools, toDefinitions, ToolSetError } from "./to-definitions.js";
export type { DefinitionOf, OptionsOf } from "./to-definitions.js";
