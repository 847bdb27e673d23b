import { getSerializedData, type ToolResult } from "@toolkiln/runtime";
import { fitParts, isText, joinTexts, type ContentOptions, type FittedPart } from "../content/fit-parts.js";
import { openai } from "./openai.js";
import type { OpenAIOptions } from "./openai.js";

/** A message of Chat Completions with the result of a call; text only. */
export interface OpenAIChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** An item of the Responses API with the result of a call. */
export interface OpenAIResponsesResult {
  type: "function_call_output";
  call_id: string;
  output: string | OpenAIOutputPart[];
}

/** A part of a result of the Responses API. */
export type OpenAIOutputPart =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; filename: string; file_data: string };

/** The result of a call for Chat Completions. Images, audio and files are named in the text. */
export async function toOpenAIChatResult(callId: string, result: ToolResult): Promise<OpenAIChatResult> {
  const content = joinTexts(await fitParts(openai.limits, result, { media: false }));
  return { role: "tool", tool_call_id: callId, content };
}

/** The result of a call for the Responses API. */
export async function toOpenAIResponsesResult(
  callId: string,
  result: ToolResult,
  options?: ContentOptions & Pick<OpenAIOptions, "outputSchema">,
): Promise<OpenAIResponsesResult> {
  // With an output schema, the text must be JSON only.
  if (options?.outputSchema === true && result.success && result.data !== undefined) {
    return { type: "function_call_output", call_id: callId, output: getSerializedData(result) };
  }
  const parts = await fitParts(openai.limits, result, options);
  const output = isText(parts) ? joinTexts(parts) : parts.map(toOutputPart);
  return { type: "function_call_output", call_id: callId, output };
}

function toOutputPart(part: FittedPart): OpenAIOutputPart {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const address = `data:${part.mimeType};base64,${part.data}`;
  if (part.type === "image") return { type: "input_image", image_url: address, detail: "auto" };
  return { type: "input_file", filename: part.name ?? "file", file_data: address };
}
