import { valueAlong } from "../validation/json-pointer.js";
import { ownValue } from "../validation/own-value.js";
import { isRecord, isString, isStringArray } from "../validation/value-type.js";
import { toContentType, type ToolResultContentType } from "./content-type.js";
import { envelopeKey, nestAtPath, toPayloadPath } from "./payload-path.js";
import { createEnvelope, type EnvelopeInit, type ToolResultEnvelope } from "./tool-result-envelope.js";

/** An object that carries its envelope beside its payload. */
export interface Enveloped {
  readonly [envelopeKey]: ToolResultEnvelope;
  readonly [key: string]: unknown;
}

/**
 * A copy of a root with its envelope. A root that has no room for one (a list, a text, or an object whose own
 * `__envelope` is data) becomes the payload of a new root instead, so that nothing it says is lost.
 */
export function withEnvelope(root: unknown, envelope: ToolResultEnvelope): Enveloped {
  const hasRoom = isRecord(root) && (!Object.hasOwn(root, envelopeKey) || getEnvelope(root) !== undefined);
  return hasRoom ? { ...root, [envelopeKey]: envelope } : wrapPayload(root, envelope);
}

/** The root with its envelope; one is made and attached where there is none. */
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

/**
 * The envelope that a root carries, if it carries one of major version 1 that names its tool. Fields that are not
 * known here are kept as they are.
 */
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
    ...withoutMistakes(rest),
  };
}

/** The payload of a root; a value without an envelope is its own payload. */
export function getPayload(root: unknown): unknown {
  const envelope = getEnvelope(root);
  return envelope === undefined ? root : valueAlong(root, envelope.payloadPath.split("."));
}

/**
 * A root for a payload of any kind: the payload lies at `payloadKey`, or where the envelope says, and is never mixed
 * with the envelope, so that nothing in it can pass for one.
 */
export function wrapPayload(payload: unknown, envelope: ToolResultEnvelope, payloadKey?: string): Enveloped {
  const payloadPath = toPayloadPath(payloadKey ?? envelope.payloadPath);
  return { ...nestAtPath(payload, payloadPath), [envelopeKey]: { ...envelope, payloadPath } };
}

/** The other fields of an envelope from elsewhere; those that are known but not what they should be are left out. */
function withoutMistakes(fields: Readonly<Record<string, unknown>>): Partial<ToolResultEnvelope> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => optionalFields.get(name)?.(value) ?? true),
  );
}

const optionalFields = new Map<string, (value: unknown) => boolean>([
  ["provider", isString],
  ["model", isString],
  ["toolCallId", isString],
  ["schemaRef", isString],
  ["compat", isRecord],
  ["tags", isStringArray],
]);
