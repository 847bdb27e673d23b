import type { ContentPart, MaybePromise, MediaPart, ToolArtifact, ToolResult } from "@toolkiln/runtime";
import { byteLength, describePart, formatSize, toModelParts } from "@toolkiln/runtime/kinds";
import { resultFromJson } from "@toolkiln/runtime/json";
import { overrideLimits, type LimitOverrides, type ProviderLimits } from "../limits.js";

/** Options for results with images, audio and files. */
export interface ContentOptions {
  /** Whether the model accepts images, audio and files. @default true */
  readonly media?: boolean;
  /** Overrides of the known limits. */
  readonly limits?: LimitOverrides;
  /** Resizes or converts an image that exceeds the limits; without it, the text names the omitted image. */
  readonly scaleImage?: (image: MediaPart, limits: MediaLimits) => MaybePromise<MediaPart | undefined>;
  /** Reads the bytes of an artifact, so that the model sees image artifacts. */
  readonly readArtifact?: (artifact: ToolArtifact) => MaybePromise<Uint8Array | undefined>;
}

/** A provider's limits for a media kind. */
export interface MediaLimits {
  readonly types: readonly string[];
  readonly bytes: number;
}

/** A part within the limits. */
export type FittedPart = Extract<ContentPart, { type: "text" }> | MediaPart;

/** Fits a result into a provider's limits: text, then media. If media are omitted, the text names them and gives the reason. */
export async function fitParts(
  known: ProviderLimits,
  result: ToolResult,
  options: ContentOptions = {},
): Promise<FittedPart[]> {
  const limits = overrideLimits(known, options.limits ?? {});
  const { content } = await withImages(result, options);
  const images = content.slice(result.content.length);
  return Promise.all([...toModelParts(result), ...images].map((part) => fitPart(part, limits, options)));
}

/** Adds image artifacts to the content of a result, if the application can read them. */
export async function withImages(result: ToolResult, options: ContentOptions): Promise<ToolResult> {
  const read = await Promise.all(result.artifacts.map((artifact) => readImage(artifact, options)));
  const images = read.filter((image) => image !== undefined);
  if (images.length === 0) return result;
  const { error, ...fields } = result;
  const content = [...result.content, ...images];
  return resultFromJson({ ...fields, ...(error !== undefined && { error }), content });
}

/** The parts as one string, for text-only APIs. */
export function joinTexts(parts: readonly FittedPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : describePart(part))).join("\n");
}

/** Whether all parts are text. */
export function isText(parts: readonly FittedPart[]): boolean {
  return parts.every(({ type }) => type === "text");
}

async function fitPart(
  part: ContentPart,
  limits: ProviderLimits,
  { media = true, scaleImage }: ContentOptions,
): Promise<FittedPart> {
  if (part.type === "text") return part;
  if (part.type === "resource_link") return { type: "text", text: describePart(part) };
  const types = media ? (limits[`${part.type}Types`]?.value ?? []) : [];
  const allowed = { types, bytes: limits[`${part.type}Bytes`]?.value ?? Number.POSITIVE_INFINITY };
  const flaw = findFlaw(part, allowed);
  if (flaw === undefined) return part;
  const isScalable = part.type === "image" && types.length > 0;
  const scaled = isScalable ? await attempt(() => scaleImage?.(part, allowed)) : undefined;
  if (scaled !== undefined && findFlaw(scaled, allowed) === undefined) return scaled;
  return { type: "text", text: `Not shown: ${describePart(part)}. ${flaw}` };
}

function findFlaw({ type, mimeType, data }: MediaPart, { types, bytes }: MediaLimits): string | undefined {
  if (types.length === 0) return `Results cannot contain ${type === "audio" ? type : `${type}s`} here.`;
  if (!types.includes(mimeType)) return `Supported types: ${types.join(", ")}.`;
  if (byteLength(data) > bytes) return `The largest size is ${formatSize(bytes)}.`;
  return isBase64(data) ? undefined : "Its data is not base64.";
}

async function readImage(
  artifact: ToolArtifact,
  { media = true, readArtifact }: ContentOptions,
): Promise<MediaPart | undefined> {
  const { mimeType, action, path: name } = artifact;
  if (!media || mimeType?.startsWith("image/") !== true || action === "deleted") return undefined;
  const bytes = await attempt(() => readArtifact?.(artifact));
  return bytes && { type: "image", data: toBase64(bytes), mimeType, name };
}

/** Calls an application's callback; undefined if it throws, because the tool call has already ended. */
async function attempt<Value>(read: () => MaybePromise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary);
}

/** Whether text is base64. */
export function isBase64(text: string): boolean {
  try {
    return typeof atob(text) === "string";
  } catch {
    return false;
  }
}

/** Decodes base64. */
export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
}
