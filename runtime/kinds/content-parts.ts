import type { ContentPart, LinkPart, MediaPart, TextPart } from "../result/content-part.js";
import { toLlmContext } from "../result/llm-context.js";
import { none } from "../result/none.js";
import { makeSuccess, type ToolResult, withFields } from "../result/tool-result.js";
import { isDataOfKind } from "./kind-validators.js";
import type { ImageResultData } from "./well-known-kinds.js";

const base64Signatures: readonly (readonly [start: string, mimeType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["PHN2Zy", "image/svg+xml"],
];

const dataUrl = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/;

/** Content for a model in addition to the text: `image` data and content parts. */
export function contentParts(result: ToolResult): readonly ContentPart[] {
  const image = imageOf(result);
  return image === undefined ? result.content : [image, ...result.content];
}

/** A result as parts for a multimodal model: its text without image and content, then these as parts. */
export function toModelParts(result: ToolResult): readonly [TextPart, ...ContentPart[]] {
  const parts = contentParts(result);
  return [{ type: "text", text: toLlmContext(parts.length > 0 ? withoutParts(result) : result) }, ...parts];
}

function withoutParts(result: ToolResult): ToolResult {
  if (!result.success) return withFields(result, { content: none });
  const data = imageOf(result) === undefined ? result.data : undefined;
  return makeSuccess(data, { ...result, content: none, kind: "structured" });
}

function imageOf({ success, kind, data, mimeType }: ToolResult): MediaPart | LinkPart | undefined {
  return success && kind === "image" && isDataOfKind("image", data) ? toImagePart(data, mimeType) : undefined;
}

function toImagePart(
  { base64, url, alt: name }: ImageResultData,
  declaredType: string | undefined,
): MediaPart | LinkPart {
  const [, urlType, data = base64] = dataUrl.exec(url ?? "") ?? [];
  const mimeType = urlType ?? (declaredType?.startsWith("image/") === true ? declaredType : undefined);
  const [, guessed = "image/png"] = base64Signatures.find(([start]) => data?.startsWith(start)) ?? [];
  if (data !== undefined) return { type: "image", data, mimeType: mimeType ?? guessed, name };
  return { type: "resource_link", uri: url ?? "", mimeType, name };
}
