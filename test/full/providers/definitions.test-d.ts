import type Anthropic from "@anthropic-ai/sdk";
import type { FunctionDeclaration, Part } from "@google/genai";
import type { StructuredToolParams } from "@langchain/core/tools";
import type { FunctionTool } from "@openai/agents";
import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import type { Tool as McpSdkTool } from "@modelcontextprotocol/server";
import {
  toDefinitions,
  type AnthropicResult,
  type BedrockResult,
  type GeminiResult,
  type OpenAIChatResult,
  type OpenAIChatTool,
  type OpenAIResponsesResult,
  type OptionsOf,
} from "@toolkiln/providers";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import type { Tool as ConverseTool, ToolResultBlock } from "@aws-sdk/client-bedrock-runtime";
import type OpenAI from "openai";
import type OpenAI7 from "openai-7";
import { expectTypeOf, it } from "vitest";

declare const catalog: ToolCatalog;

it("gives definitions that the official SDKs take", async () => {
  const chat = await toDefinitions(catalog, "openai", { strict: true });
  expectTypeOf(chat).toEqualTypeOf<OpenAIChatTool[]>();
  expectTypeOf(chat).toExtend<OpenAI.Chat.Completions.ChatCompletionTool[]>();
  const responses = await toDefinitions(catalog, "openai", { strict: true, api: "responses" });
  expectTypeOf(responses).toExtend<OpenAI.Responses.FunctionTool[]>();
  expectTypeOf(await toDefinitions(catalog, "anthropic", { strict: true })).toExtend<Anthropic.Tool[]>();
  expectTypeOf(await toDefinitions(catalog, "gemini")).toExtend<FunctionDeclaration[]>();
  expectTypeOf(await toDefinitions(catalog, "gemini", { schema: "parameters" })).toExtend<
    FunctionDeclaration[]
  >();
  expectTypeOf(await toDefinitions(catalog, "ai-sdk")).toExtend<LanguageModelV3FunctionTool[]>();
  expectTypeOf(await toDefinitions(catalog, "langchain")).toExtend<StructuredToolParams[]>();
  expectTypeOf(await toDefinitions(catalog, "openai-agents")).toExtend<
    Pick<FunctionTool, "type" | "name" | "description" | "strict">[]
  >();
  expectTypeOf(await toDefinitions(catalog, "mcp")).toExtend<McpSdkTool[]>();
  expectTypeOf(await toDefinitions(catalog, "bedrock")).toExtend<ConverseTool[]>();
  expectTypeOf(chat).toExtend<OpenAI7.Chat.Completions.ChatCompletionTool[]>();
  expectTypeOf(responses).toExtend<OpenAI7.Responses.FunctionTool[]>();
});

it("gives results that the official SDKs take", () => {
  expectTypeOf<OpenAIResponsesResult>().toExtend<OpenAI.Responses.ResponseInputItem.FunctionCallOutput>();
  expectTypeOf<OpenAIResponsesResult>().toExtend<OpenAI7.Responses.ResponseInputItem.FunctionCallOutput>();
  expectTypeOf<OpenAIChatResult>().toExtend<OpenAI7.Chat.Completions.ChatCompletionToolMessageParam>();
  expectTypeOf<AnthropicResult>().toExtend<Anthropic.ToolResultBlockParam>();
  expectTypeOf<GeminiResult>().toExtend<Part>();
  expectTypeOf<BedrockResult["toolResult"]>().toExtend<ToolResultBlock>();
});

it("knows the options of each provider", () => {
  expectTypeOf<OptionsOf<"openai">>().toExtend<{ readonly api?: "chat" | "responses" }>();
  // @ts-expect-error -- a misspelt provider
  void toDefinitions(catalog, "opnai");
  // @ts-expect-error -- an option of another provider
  void toDefinitions(catalog, "anthropic", { api: "responses" });
});
