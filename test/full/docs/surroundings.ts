import type { LanguageModel, ToolSet } from "ai";
import type OpenAI from "openai";

// What the examples of the documentation take for granted of the SDKs of providers.

export * from "../../docs/surroundings.js";
export { generateText, tool } from "ai";
export declare const model: LanguageModel;
export declare const ownTools: ToolSet;
export declare const toolCall: OpenAI.ChatCompletionMessageFunctionToolCall;
