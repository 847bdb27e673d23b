import { valueAlong } from "../validation/json-pointer.js";
import { isRecord, isString, isStringArray, ownValue } from "../validation/value-type.js";
import {
  toContentType,
  type ToolResultContentType,
  envelopeKey,
  nestAtPath,
  toPayloadPath,
  createEnvelope,
  type EnvelopeInit,
  type ToolResultEnvelope,
} from "./tool-result-envelope.js";

/** An object with an envelope and a payload. */
export interface Enveloped {
  readonly [envelopeKey]: ToolResultEnvelope;
  readonly [key: string]: unknown;
}

/**
 * A copy of a root with an envelope. A root that cannot hold one (a list, a string, or an object with its own
 * `__envelope` data) becomes the payload of a new root, so that no data is lost.
 */
export function withEnvelope(root: unknown, envelope: ToolResultEnvelope): Enveloped {
  const canHold = isRecord(root) && (!Object.hasOwn(root, envelopeKey) || getEnvelope(root) !== undefined);
  return canHold ? { ...root, [envelopeKey]: envelope } : wrapPayload(root, envelope);
}

/** The root with its envelope; creates one if it is missing. */
export function ensureEnvelope(root: unknown, init: EnvelopeInit): Enveloped;
export function ensureEnvelope(
  root: unknown,
  tool: string,
  contentType?: ToolResultContentType,
  payloadPath?: string,
): Enveloped;
export function ensureEnvelope(
  root: unknown,
  init: EnvelopeInit | string,
  contentType?: ToolResultContentType,
  payloadPath?: string,
): Enveloped {
  const wanted = typeof init === "string" ? { tool: init, contentType, payloadPath } : init;
  return withEnvelope(root, getEnvelope(root) ?? createEnvelope(wanted));
}

/** The envelope of a root, if it has one of major version 1 that names its tool. Keeps unknown fields. */
export function getEnvelope(root: unknown): ToolResultEnvelope | undefined {
  const found: unknown = isRecord(root) && ownValue(root, envelopeKey);
  if (!isRecord(found)) return undefined;
  const { version, tool, contentType, payloadPath, createdAt, ...rest } = found;
  if (typeof version !== "string" || !/^1(\.|$)/.test(version) || typeof tool !== "string") return undefined;
  return {
    version,
    tool,
    contentType: toContentType(contentType),
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

/**
 * A root for any payload: stores the payload at `payloadKey`, or at the envelope's path, never merged with the
 * envelope, so that a payload cannot forge one.
 */
export function wrapPayload(payload: unknown, envelope: ToolResultEnvelope, payloadKey?: string): Enveloped {
  const payloadPath = toPayloadPath(payloadKey ?? envelope.payloadPath);
  return { ...nestAtPath(payload, payloadPath), [envelopeKey]: { ...envelope, payloadPath } };
}

const optionalFields = new Map<string, (value: unknown) => boolean>([
  ["provider", isString],
  ["model", isString],
  ["toolCallId", isString],
  ["schemaRef", isString],
  ["compat", isRecord],
  ["tags", isStringArray],
]);
