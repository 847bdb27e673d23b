import { presentFields } from "../result/present-fields.js";
import type { JsonValue } from "../tool/json-schema.js";
import { valueAlong } from "../validation/json-pointer.js";
import { isRecord, isString, isStringArray, ownValue } from "../validation/value-type.js";

export const envelopeVersion = "1.0";

const envelopeKey = "__envelope";

/** Metadata of a result: its origin and the path of its payload. */
export interface ToolResultEnvelope {
  /** Version of the envelope format. Fields of newer minor versions are not listed here, but kept. */
  readonly version: string;
  readonly tool: string;
  readonly provider?: string;
  readonly model?: string;
  readonly toolCallId?: string;
  readonly contentType: ToolResultContentType;
  /** Path from the root to the payload, separated by dots. */
  readonly payloadPath: string;
  /** JSON Schema of the payload: a URL or a path. */
  readonly schemaRef?: string;
  /** Fields that older consumers expect, copied as they are. */
  readonly compat?: { readonly [key: string]: JsonValue };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly tags?: readonly string[];
}

/** The fields of a new envelope; all but `tool` are optional. */
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

/** A root object: it has an envelope and contains the payload. */
export interface Enveloped {
  readonly [envelopeKey]: ToolResultEnvelope;
  readonly [key: string]: unknown;
}

/** Copies an object and adds an envelope; a value that cannot hold one becomes the payload of a new object. */
export function withEnvelope(root: unknown, envelope: ToolResultEnvelope): Enveloped {
  const canHold = isRecord(root) && (!Object.hasOwn(root, envelopeKey) || getEnvelope(root) !== undefined);
  return canHold ? { ...root, [envelopeKey]: envelope } : wrapPayload(root, envelope);
}

/** The root with its envelope; creates one if it is missing. */
export function ensureEnvelope(
  root: unknown,
  tool: EnvelopeInit | string,
  contentType?: ToolResultContentType,
  payloadPath?: string,
): Enveloped {
  const init = typeof tool === "string" ? { tool, contentType, payloadPath } : tool;
  return withEnvelope(root, getEnvelope(root) ?? createEnvelope(init));
}

/** The envelope of a root; undefined unless it has major version 1 and names its tool. Keeps unknown fields. */
export function getEnvelope(root: unknown): ToolResultEnvelope | undefined {
  const found: unknown = isRecord(root) && ownValue(root, envelopeKey);
  if (!isRecord(found)) return undefined;
  const { version, tool, contentType, payloadPath, createdAt, ...rest } = found;
  if (typeof version !== "string" || !/^1(\.|$)/.test(version) || typeof tool !== "string") return undefined;
  return {
    version,
    tool,
    contentType: toolResultContentTypes.find((type) => type === contentType) ?? "Unknown",
    payloadPath: toPayloadPath(payloadPath),
    createdAt: typeof createdAt === "string" ? createdAt : "",
    // Drops known fields of the wrong type.
    ...Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => optionalFields.get(name)?.(value) ?? true),
    ),
  };
}

/** The payload of a root; a value without an envelope is its own payload. */
export function getPayload(root: unknown): unknown {
  const envelope = getEnvelope(root);
  return envelope === undefined ? root : valueAlong(root, envelope.payloadPath.split("."));
}

/** A new root with the payload at `payloadKey` or the envelope's path. A payload cannot replace the envelope. */
export function wrapPayload(payload: unknown, envelope: ToolResultEnvelope, payloadKey?: string): Enveloped {
  const payloadPath = toPayloadPath(payloadKey ?? envelope.payloadPath);
  const names = payloadPath.split(".");
  const nested = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), payload) as object;
  return { ...nested, [envelopeKey]: { ...envelope, payloadPath } };
}

const optionalFields = new Map<string, (value: unknown) => boolean>([
  ["provider", isString],
  ["model", isString],
  ["toolCallId", isString],
  ["schemaRef", isString],
  ["compat", isRecord],
  ["tags", isStringArray],
]);

const defaultPath = "result";

/** A valid path: names separated by dots, the first not the envelope's key. Otherwise `result`. */
export function toPayloadPath(path: unknown): string {
  if (typeof path !== "string") return defaultPath;
  const names = path.split(".");
  return names.includes("") || names[0] === envelopeKey ? defaultPath : path;
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

/** The content type of a result; derived from the data if the kind does not determine it. */
export function contentTypeOf(kind: string | undefined, data: unknown): ToolResultContentType {
  const known = typesOfKinds.get(kind);
  if (known !== undefined) return known;
  if (typeof data === "string") return "Text";
  if (Array.isArray(data)) return "List";
  return kind === undefined && data === undefined ? "Unknown" : "Object";
}
