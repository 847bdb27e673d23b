import type { MediaPart, ToolResult } from "@toolkiln/runtime";
import { fitParts, fromBase64, type ContentOptions, type FittedPart } from "../content/fit-parts.js";
import { anthropic } from "./anthropic.js";

/** A block of the Messages API with the result of a call. */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content: AnthropicResultBlock[];
  is_error?: boolean;
}

type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Content of a Messages API result. */
export type AnthropicResultBlock =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } }
  | { type: "document"; source: AnthropicDocument; title?: string };

/** A document: a PDF, or plain text. */
export type AnthropicDocument =
  | { type: "base64"; media_type: "application/pdf"; data: string }
  | { type: "text"; media_type: "text/plain"; data: string };

/** The result of a call for the Messages API. */
export async function toAnthropicResult(
  toolUseId: string,
  result: ToolResult,
  options?: ContentOptions,
): Promise<AnthropicResult> {
  const content = (await fitParts(anthropic.limits, result, options)).map(toBlock);
  return {
    type: "tool_result",
    tool_use_id: toolUseId,
    content,
    ...(!result.success && { is_error: true }),
  };
}

function toBlock(part: FittedPart): AnthropicResultBlock {
  if (part.type === "text") return { type: "text", text: part.text };
  const { data, mimeType, name } = part;
  if (part.type === "image") {
    // The limits allow no other type.
    return { type: "image", source: { type: "base64", media_type: mimeType as ImageType, data } };
  }
  return { type: "document", source: toDocument(part), ...(name !== undefined && { title: name }) };
}

function toDocument({ data, mimeType }: MediaPart): AnthropicDocument {
  if (mimeType === "application/pdf") return { type: "base64", media_type: mimeType, data };
  return { type: "text", media_type: "text/plain", data: new TextDecoder().decode(fromBase64(data)) };
}
