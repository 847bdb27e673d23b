import { formatSize, type AnyResultValue } from "@toolkiln/runtime/kinds";
import { isRecord } from "@toolkiln/runtime/json";
import { readField } from "./read-value.js";

export interface ImageSource {
  /** `image/png` …; undefined if unknown. */
  readonly mimeType?: string;
  /** Validated base64. */
  readonly base64?: string;
  readonly url?: string;
  readonly alt?: string | undefined;
  readonly width?: number;
  readonly height?: number;
  readonly size?: number;
}

const dataAddress = /^data:(image\/[a-z0-9.+-]+);base64,/i;
const base64Alphabet = /^[A-Za-z0-9+/]+={0,2}$/;

/** Maximum base64 length: about 15 MB of image. */
const maxBase64Length = 20_000_000;

/** Reads an image from a result: `{ url | base64, alt }`, a data URL or base64. */
export function imageSource({ data, mimeType }: AnyResultValue): ImageSource | undefined {
  const field = (name: string): string | undefined => {
    const value = isRecord(data) ? readField(data, name) : undefined;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const alt = field("alt");
  const url = field("url") ?? (typeof data === "string" ? data : "");
  const image = imageOfBytes(field("base64") ?? bytesOfAddress(url), mimeType);
  if (image !== undefined) return { alt, ...image };
  if (url !== "" && !/^data:/i.test(url)) return { alt, url };
  return alt === undefined ? undefined : { alt };
}

/** The image of a data URL. */
export function imageOfAddress(address: string): ImageSource | undefined {
  return imageOfBytes(bytesOfAddress(address));
}

function bytesOfAddress(address: string): string {
  const prefix = dataAddress.exec(address.slice(0, 100))?.[0];
  return prefix === undefined ? "" : address.slice(prefix.length);
}

function imageOfBytes(text: string, mimeType?: string): ImageSource | undefined {
  if (text.length > maxBase64Length) return undefined;
  const base64 = /\s/.test(text) ? text.replaceAll(/\s/g, "") : text;
  if (!base64Alphabet.test(base64) || base64.length % 4 === 1) return undefined;
  const size = Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
  const head = decodeHead(base64);
  // The bytes decide: a MIME type must not turn a document into an image.
  const found = sniff(head) ?? (isSvg(head, mimeType) ? { mimeType: "image/svg+xml" } : undefined);
  return found && { size, base64, ...found };
}

function decodeHead(base64: string): Uint8Array {
  const head = base64.slice(0, 65_536);
  const whole = head.slice(0, head.length - (head.length % 4)).replace(/=+$/, "");
  const padded = whole + "=".repeat((4 - (whole.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (character) => character.charCodeAt(0));
}

function isSvg(head: Uint8Array, mimeType: string | undefined): boolean {
  const text = String.fromCharCode(...head.subarray(0, 200)).trimStart();
  return text.startsWith("<svg") || (mimeType === "image/svg+xml" && text.startsWith("<?xml"));
}

function sniff(bytes: Uint8Array): Pick<ImageSource, "mimeType" | "width" | "height"> | undefined {
  const view = new DataView(bytes.buffer);
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith("\x89PNG\r\n\x1A\n") && bytes.length >= 24) {
    return { mimeType: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (/^GIF8[79]a/.test(text) && bytes.length >= 10) {
    return { mimeType: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { mimeType: "image/webp" };
  if (/^....ftypavi[fs]/s.test(text)) return { mimeType: "image/avif" };
  if (text.startsWith("\xFF\xD8\xFF")) return { mimeType: "image/jpeg" };
  return undefined;
}

/** The type, dimensions and size of an image. */
export function imageFacts({ mimeType, width, height, size }: ImageSource): string[] {
  const pixels = width === undefined || height === undefined ? undefined : `${width} × ${height}`;
  const bytes = size === undefined ? undefined : formatSize(size);
  return [mimeType, pixels, bytes].filter((fact) => fact !== undefined);
}
