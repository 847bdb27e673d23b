import type { ContentPart, MaybePromise, MediaPart, ToolArtifact, ToolResult } from "@toolkiln/runtime";
import { byteLength, describePart, formatSize, toModelParts } from "@toolkiln/runtime/kinds";
import { resultFromJson } from "@toolkiln/runtime/json";
import { overrideLimits, type LimitOverrides, type ProviderLimits } from "../limits.js";

/** How an application helps with results that are more than text. */
export interface ContentOptions {
  /** Whether the model takes images, audio and files at all. @default true */
  readonly media?: boolean;
  /** Limits that differ from the known ones. */
  readonly limits?: LimitOverrides;
  /** Makes an image that a provider would refuse smaller or another type; without it, the text names what was left out. */
  readonly scaleImage?: (image: MediaPart, limits: MediaLimits) => MaybePromise<MediaPart | undefined>;
  /** Reads the bytes of an artifact; those of an image type are then shown to the model. */
  readonly readArtifact?: (artifact: ToolArtifact) => MaybePromise<Uint8Array | undefined>;
}

/** What a provider takes of one kind of media. */
export interface MediaLimits {
  readonly types: readonly string[];
  readonly bytes: number;
}

/** A part that a provider takes. */
export type FittedPart = Extract<ContentPart, { type: "text" }> | MediaPart;

/** A result as parts within the limits of a provider: its text, then its media. Text names what was left out and why. */
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

/** A result with the artifacts of an image type that the application can read among its content. */
export async function withImages(result: ToolResult, options: ContentOptions): Promise<ToolResult> {
  const read = await Promise.all(result.artifacts.map((artifact) => readImage(artifact, options)));
  const images = read.filter((image) => image !== undefined);
  if (images.length === 0) return result;
  const { error, ...fields } = result;
  const content = [...result.content, ...images];
  return resultFromJson({ ...fields, ...(error !== undefined && { error }), content });
}

/** The parts as one text, for what takes nothing else. */
export function joinTexts(parts: readonly FittedPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : describePart(part))).join("\n");
}

/** Whether there is nothing but text. */
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
  const allowed = media ? limitsOf(limits, part.type) : { types: [], bytes: 0 };
  const flaw = findFlaw(part, allowed);
  if (flaw === undefined) return part;
  const scaled =
    part.type === "image" && allowed.types.length > 0
      ? await attempt(() => scaleImage?.(part, allowed))
      : undefined;
  if (scaled !== undefined && findFlaw(scaled, allowed) === undefined) return scaled;
  return { type: "text", text: `Not shown: ${describePart(part)}. ${flaw}` };
}

function limitsOf(limits: ProviderLimits, type: MediaPart["type"]): MediaLimits {
  return {
    types: limits[`${type}Types`]?.value ?? [],
    bytes: limits[`${type}Bytes`]?.value ?? Number.POSITIVE_INFINITY,
  };
}

function findFlaw({ type, mimeType, data }: MediaPart, { types, bytes }: MediaLimits): string | undefined {
  if (types.length === 0) return `Results cannot contain ${type === "audio" ? type : `${type}s`} here.`;
  if (!types.includes(mimeType)) return `Supported types: ${types.join(", ")}.`;
  return byteLength(data) > bytes ? `The largest size is ${formatSize(bytes)}.` : undefined;
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

/** What the application's own function returns; nothing when it fails, because the call itself did not. */
async function attempt<Value>(read: () => MaybePromise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** Bytes as base64. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary);
}

/** The bytes that base64 stands for. */
export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
}
