import type { ToolResult } from "@toolkiln/runtime";
import { isText, joinTexts, type FittedPart } from "../content/fit-parts.js";

/** What the AI SDK, version 6 or 7, sends to the model as the result of a call. */
export type AiSdkModelOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "content"; value: AiSdkContentPart[] };

/** A part of such a result, in the form that both versions send to every model. */
export type AiSdkContentPart =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** A result for the model. Content carries no mark of an error, so an error without media is sent as text. */
export function toModelOutput({ success }: ToolResult, parts: readonly FittedPart[]): AiSdkModelOutput {
  if (isText(parts)) return { type: success ? "text" : "error-text", value: joinTexts(parts) };
  return { type: "content", value: parts.map(toContentPart) };
}

function toContentPart(part: FittedPart): AiSdkContentPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const { data, mimeType: mediaType, name } = part;
  if (part.type === "image") return { type: "image-data", data, mediaType };
  return { type: "file-data", data, mediaType, ...(name !== undefined && { filename: name }) };
}
