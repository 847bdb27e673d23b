import type Anthropic from "@anthropic-ai/sdk";
import type { FunctionDeclaration } from "@google/genai";
import type { StructuredToolParams } from "@langchain/core/tools";
import type { FunctionTool } from "@openai/agents";
import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import type { Tool as McpSdkTool } from "@modelcontextprotocol/server";
import { toDefinitions, type OpenAIChatTool, type OptionsOf } from "@toolkiln/providers";
import type { ToolCatalog } from "@toolkiln/runtime";
import type OpenAI from "openai";
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
});

it("knows the options of each provider", () => {
  expectTypeOf<OptionsOf<"openai">>().toExtend<{ readonly api?: "chat" | "responses" }>();
  // @ts-expect-error -- a misspelt provider
  void toDefinitions(catalog, "opnai");
  // @ts-expect-error -- an option of another provider
  void toDefinitions(catalog, "anthropic", { api: "responses" });
});
