export { adaptTools } from "./adapt-tools.js";
export type { AdaptedTools, ToolSetProblem, ToolCallInput } from "./adapt-tools.js";
export { aiSdk, type AiSdkFunctionTool, type AiSdkProviderFields } from "./ai-sdk/ai-sdk.js";
export { toAiSdkToolApproval, toAiSdkTools } from "./ai-sdk/ai-sdk-tools.js";
export type {
  AiSdkApprovalStatus,
  AiSdkCallOptions,
  AiSdkContentPart,
  AiSdkModelOutput,
  AiSdkTool,
  AiSdkTools,
} from "./ai-sdk/ai-sdk-tools.js";
export { anthropic, type AnthropicCaller, type AnthropicTool } from "./anthropic/anthropic.js";
export { toAnthropicResult, type AnthropicDocument } from "./anthropic/anthropic-result.js";
export type { AnthropicResult, AnthropicResultBlock } from "./anthropic/anthropic-result.js";
export { bedrock, type BedrockTool } from "./bedrock/bedrock.js";
export { toBedrockResult, type BedrockResult, type BedrockResultBlock } from "./bedrock/bedrock-result.js";
export { isBase64, type ContentOptions, type MediaLimits } from "./content/fit-parts.js";
export { charactersPerToken, tokenCounterFor, type TokenCounter } from "./cost/count-tokens.js";
export { measureCost, type TargetCost } from "./cost/measure-cost.js";
export { defineProvider } from "./define-provider.js";
export type { DefinitionParts, ProviderDefinition, SentArguments } from "./define-provider.js";
export { readCallState, toCallState } from "./execute/call-state.js";
export { ApprovalChannel, type ApprovalDescriptor } from "./execute/approval-channel.js";
export type { CompletedOutput, FailedOutput, RunningOutput, ToolOutput } from "./execute/tool-output.js";
export type { AdapterOptions, CallTypes, RunnerOptions, ToolDispatcher } from "./execute/tool-runner.js";
export { gemini, geminiStrictConfig } from "./gemini/gemini.js";
export type { GeminiFunctionDeclaration, GeminiOptions } from "./gemini/gemini.js";
export type { GeminiSchema } from "./gemini/open-api-schema.js";
export { toGeminiResult, type GeminiResult } from "./gemini/gemini-result.js";
export { jsonSchema, type JsonSchemaOptions, type JsonSchemaTool } from "./json-schema/json-schema.js";
export { langchain, type LangChainTool } from "./langchain/langchain.js";
export type { LangChainReview } from "./langchain/langchain-tools.js";
export { toLangChainTools } from "./langchain/langchain-tools.js";
export type {
  LangChainCallConfig,
  LangChainContent,
  LangChainRun,
  LangChainToolFactory,
  LangChainToolFields,
} from "./langchain/langchain-tools.js";
export type { Limit, LimitName, LimitOverrides, LimitSource, ProviderLimits } from "./limits.js";
export type { Loss, LossEffect, Refusal } from "./written-schema.js";
export { mcp, type McpAnnotations, type McpTool } from "./mcp/mcp.js";
export { toOpenAIAgentsTools } from "./openai-agents/openai-agents-tools.js";
export type {
  AgentsCallDetails,
  AgentsOutput,
  AgentsOutputPart,
  AgentsParameters,
  AgentsRunContext,
  OpenAIAgentsFunctionTool,
  OpenAIAgentsToolsOptions,
} from "./openai-agents/openai-agents-tools.js";
export {
  openaiAgents,
  type OpenAIAgentsOptions,
  type OpenAIAgentsTool,
} from "./openai-agents/openai-agents.js";
export { openai } from "./openai/openai.js";
export { toOpenAIChatResult, toOpenAIResponsesResult } from "./openai/openai-result.js";
export type { OpenAIChatResult, OpenAIOutputPart, OpenAIResponsesResult } from "./openai/openai-result.js";
export type { JsonSchema7Root, OpenAIChatTool, OpenAIOptions, OpenAIResponsesTool } from "./openai/openai.js";
export type { Adaptation, AdaptOptions, Provider } from "./provider.js";
export { findTarget, isProviderName, providers } from "./providers.js";
export type { ProviderName, Target, TargetSettings } from "./providers.js";
export type { WideDialect } from "./wide/to-wide-dialect.js";
export { inlineScalars } from "./schema/inline-scalars.js";
export type { SchemaDialect } from "./schema-dialect.js";
export { readTools, toDefinitions, ToolSetError } from "./to-definitions.js";
export type { DefinitionOf, OptionsOf, SpecProvider, SpecSource } from "./to-definitions.js";
