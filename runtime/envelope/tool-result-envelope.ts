import { presentFields } from "../result/present-fields.js";
import type { JsonValue } from "../tool/json-schema.js";

export const envelopeVersion = "1.0";

/** Metadata of a result: its origin and the path of its payload. */
export interface ToolResultEnvelope {
  /** Version of the envelope format. Fields of newer minor versions are not listed here, but kept. */
  readonly version: string;
  readonly tool: string;
  readonly provider?: string;
  readonly model?: string;
  readonly toolCallId?: string;
  readonly contentType: ToolResultContentType;
  /** Path of the payload below the root, with dots. */
  readonly payloadPath: string;
  /** JSON Schema of the payload: a URL or a path. */
  readonly schemaRef?: string;
  readonly compat?: { readonly [key: string]: JsonValue };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly tags?: readonly string[];
}

/** Required fields of a new envelope; the rest has defaults. */
export type EnvelopeInit = {
  readonly [Field in keyof ToolResultEnvelope]?: ToolResultEnvelope[Field] | undefined;
} & {
  readonly tool: string;
  /** The kind and data of the result; they determine the default content type. */
  readonly kind?: string | undefined;
  readonly data?: unknown;
};

/** Creates an envelope. Keeps fields of newer versions. */
export function createEnvelope({
  kind,
  data,
  tool,
  version = envelopeVersion,
  createdAt = new Date().toISOString(),
  ...init
}: EnvelopeInit): ToolResultEnvelope {
  return {
    version,
    tool,
    contentType: contentTypeOf(kind, data),
    createdAt,
    ...presentFields(init),
    payloadPath: toPayloadPath(init.payloadPath),
  };
}

export const envelopeKey = "__envelope";

const usualPath = "result";

/** A valid path: names separated by dots, the first not the envelope's key. Otherwise `result`. */
export function toPayloadPath(path: unknown): string {
  if (typeof path !== "string") return usualPath;
  const names = path.split(".");
  return names.includes("") || names[0] === envelopeKey ? usualPath : path;
}

/** An object that contains only a value at a path. */
export function nestAtPath(value: unknown, path: string): Record<string, unknown> {
  const [name = usualPath, ...rest] = path.split(".");
  return { [name]: rest.length === 0 ? value : nestAtPath(value, rest.join(".")) };
}

/** All content types of a payload. */
export const toolResultContentTypes = ["Unknown", "Text", "List", "Object", "Image", "Binary"] as const;

export type ToolResultContentType = (typeof toolResultContentTypes)[number];

const typesOfKinds: ReadonlyMap<string | undefined, ToolResultContentType> = new Map([
  ["text", "Text"],
  ["file_content", "Text"],
  ["file_list", "List"],
  ["table", "List"],
  ["image", "Image"],
  ["audio", "Binary"],
  ["file", "Binary"],
]);

/** The content type of a well-known kind; for other kinds, derived from the data if present. */
export function contentTypeOf(kind: string | undefined, data: unknown): ToolResultContentType {
  const known = typesOfKinds.get(kind);
  if (known !== undefined) return known;
  if (typeof data === "string") return "Text";
  if (Array.isArray(data)) return "List";
  return kind === undefined && data === undefined ? "Unknown" : "Object";
}

export function toContentType(value: unknown): ToolResultContentType {
  return toolResultContentTypes.find((type) => type === value) ?? "Unknown";
}
