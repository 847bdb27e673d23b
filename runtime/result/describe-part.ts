import { formatSize } from "../kinds/format-size.js";
import type { PartFields } from "./content-part.js";
import { toModelText } from "./model-text.js";

/** A part of a result in words, or data of kind `image`, for models and clients that can be given no more. */
export function describePart(part: PartFields): string {
  const { type, text, mimeType, alt, name = alt, base64, data = base64, url, uri = url } = part;
  const size = data && formatSize(byteLength(data));
  // The bytes of an image may be its address.
  const words = [type, name, mimeType, size, uri?.replace(/^data:.*/s, "")];
  return toModelText(text ?? words.filter(Boolean).join(", "));
}

/** The number of bytes that base64 stands for. */
export function byteLength(base64: string): number {
  return Math.floor(base64.replace(/=+$/, "").length * 0.75);
}
