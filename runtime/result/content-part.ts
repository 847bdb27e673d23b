import { formatSize } from "../kinds/format-size.js";
import { toModelText } from "./model-text.js";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image, audio or file. */
export interface MediaPart {
  readonly type: "image" | "audio" | "file";
  /** The bytes in base64. */
  readonly data: string;
  readonly mimeType: string;
  /** Its file name, or the alternative text of an image. */
  readonly name?: string | undefined;
  readonly uri?: string | undefined;
}

/** A link to fetch on demand. */
export interface LinkPart {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

/** Content for the model in addition to the data. */
export type ContentPart = TextPart | MediaPart | LinkPart;

/** The fields of a part, or of `image` data, for its description. */
type PartFields = Pick<ContentPart, "type"> & {
  readonly [Field in keyof TextPart | keyof MediaPart | "alt" | "base64" | "url"]?: string | undefined;
};

/** Describes a part, or data of kind `image`, for models and clients that take only text. */
export function describePart(part: PartFields): string {
  const { type, text, mimeType, alt, name = alt, base64, data = base64, url, uri = url } = part;
  const size = data && formatSize(byteLength(data));
  // The URI may be a data URL.
  const words = [type, name, mimeType, size, uri?.replace(/^data:.*/s, "")];
  return toModelText(text ?? words.filter(Boolean).join(", "));
}

/** The decoded length of base64 text in bytes. */
export function byteLength(base64: string): number {
  return Math.floor(base64.replace(/=+$/, "").length * 0.75);
}
