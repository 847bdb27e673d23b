import { formatSize, type AnyResultValue } from "@toolkiln/runtime/kinds";
import { isRecord } from "@toolkiln/runtime/json";

/** An image to show: its checked bytes or its URL, and what is known about it. */
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

const dataAddress = /^data:image\/[a-z0-9.+-]+;base64,/i;
const base64Alphabet = /^[A-Za-z0-9+/]+={0,2}$/;

/** Maximum base64 length: about 15 MB of image. */
const maxBase64Length = 20_000_000;

/** The first bytes of each type. They determine the type: a wrong MIME type must not make a document an image. */
const signatures: readonly (readonly [start: RegExp, mimeType: string])[] = [
  [/^\x89PNG\r\n.{18}/s, "image/png"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^.{4}ftypavi[fs]/s, "image/avif"],
  [/^\xFF\xD8\xFF/, "image/jpeg"],
  [/^\s*<svg/, "image/svg+xml"],
];

/** Reads an image from a result: `{ url | base64, alt }` or a URL. */
export function imageSource({ data, mimeType }: AnyResultValue): ImageSource | undefined {
  const fields: Readonly<Record<string, unknown>> = isRecord(data) ? data : { url: data };
  const [base64, url, alt] = ["base64", "url", "alt"].map((name) => {
    const field = fields[name];
    return typeof field === "string" && field !== "" ? field : undefined;
  });
  const image = base64 === undefined ? imageOfDataUrl(url ?? "") : imageOfBytes(base64, mimeType);
  if (image !== undefined) return { alt, ...image };
  if (url !== undefined && !/^data:/i.test(url)) return { alt, url };
  return alt === undefined ? undefined : { alt };
}

/** The image of a data URL. */
export function imageOfDataUrl(address: string): ImageSource | undefined {
  const prefix = dataAddress.exec(address.slice(0, 100))?.[0];
  return prefix === undefined ? undefined : imageOfBytes(address.slice(prefix.length));
}

function imageOfBytes(text: string, declaredType?: string): ImageSource | undefined {
  if (text.length > maxBase64Length) return undefined;
  const base64 = text.replaceAll(/\s/g, "");
  if (!base64Alphabet.test(base64) || base64.length % 4 === 1) return undefined;
  const size = Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
  const head = atob(base64.slice(0, 400));
  const isXml = declaredType === "image/svg+xml" && head.trimStart().startsWith("<?xml");
  const mimeType = isXml ? declaredType : signatures.find(([start]) => start.test(head))?.[1];
  if (mimeType === undefined) return undefined;
  return { size, base64, mimeType, ...(mimeType === "image/png" && pixelsOf(head)) };
}

/** The dimensions in the header of a PNG. */
function pixelsOf(head: string): Pick<ImageSource, "width" | "height"> {
  const view = new DataView(Uint8Array.from(head, (byte) => byte.charCodeAt(0)).buffer);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The type, dimensions and size of an image. */
export function imageFacts({ mimeType, width, height, size }: ImageSource): string[] {
  const pixels = width === undefined || height === undefined ? undefined : `${width} × ${height}`;
  const bytes = size === undefined ? undefined : formatSize(size);
  return [mimeType, pixels, bytes].filter((fact) => fact !== undefined);
}
