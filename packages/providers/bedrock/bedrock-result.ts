import type { ToolResult } from "@toolkiln/runtime";
import { fitParts, fromBase64, type ContentOptions, type FittedPart } from "../content/fit-parts.js";
import { bedrock, documentFormats } from "./bedrock.js";

/** A block of the Converse API with the result of a call. */
export interface BedrockResult {
  toolResult: { toolUseId: string; status: "success" | "error"; content: BedrockResultBlock[] };
}

type DocumentFormat = (typeof documentFormats)[keyof typeof documentFormats];
type Bytes = { bytes: Uint8Array<ArrayBuffer> };

/** Content of a Converse API result. */
export type BedrockResultBlock =
  | { text: string }
  | { image: { format: "png" | "jpeg" | "gif" | "webp"; source: Bytes } }
  | { document: { format: DocumentFormat; name: string; source: Bytes } };

/** The result of a call for the Converse API. */
export async function toBedrockResult(
  toolUseId: string,
  result: ToolResult,
  options?: ContentOptions,
): Promise<BedrockResult> {
  const content = (await fitParts(bedrock.limits, result, options)).map(toBlock);
  return { toolResult: { toolUseId, status: result.success ? "success" : "error", content } };
}

/** The limits allow only types that have a format. */
function toBlock(part: FittedPart): BedrockResultBlock {
  if (part.type === "text") return { text: part.text };
  const source = { bytes: fromBase64(part.data) };
  if (part.type === "image") {
    const format = part.mimeType.slice("image/".length) as "png" | "jpeg" | "gif" | "webp";
    return { image: { format, source } };
  }
  const format = documentFormats[part.mimeType as keyof typeof documentFormats];
  // The API rejects other characters and repeated spaces.
  const name = (part.name ?? "file").replaceAll(/[^\w()[\]-]+/g, " ").trim() || "file";
  return { document: { format, name, source } };
}
