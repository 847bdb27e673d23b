import type { JsonValue } from "../tool/json-schema.js";
import { contentTypeOfKind, type ToolResultContentType } from "./content-type.js";
import { toPayloadPath } from "./payload-path.js";

/** Metadata that travels with a result: where it came from and where its payload lies. */
export interface ToolResultEnvelope {
  /** Of the envelope's form. A newer minor version may have fields that are not listed here; they are kept. */
  readonly version: string;
  readonly tool: string;
  readonly provider?: string;
  readonly model?: string;
  readonly toolCallId?: string;
  readonly contentType: ToolResultContentType;
  /** Where the payload lies below the root, with dots. */
  readonly payloadPath: string;
  /** JSON Schema of the payload: an address or a path. */
  readonly schemaRef?: string;
  readonly compat?: { readonly [key: string]: JsonValue };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly tags?: readonly string[];
}

/** What has to be said to make an envelope; the rest has defaults. */
export interface EnvelopeInit extends Partial<Omit<ToolResultEnvelope, "tool">> {
  readonly tool: string;
  /** The kind of the result, which tells the content type when that is not given. */
  readonly kind?: string;
}

/** Makes an envelope. */
export function createEnvelope(init: EnvelopeInit): ToolResultEnvelope {
  const {
    kind,
    version = "1.0",
    tool,
    provider,
    model,
    toolCallId,
    payloadPath,
    schemaRef,
    ...others
  } = init;
  const { contentType = contentTypeOfKind(kind), compat, createdAt, tags, ...unknownFields } = others;
  return {
    version,
    tool,
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(toolCallId !== undefined && { toolCallId }),
    contentType,
    payloadPath: toPayloadPath(payloadPath),
    ...(schemaRef !== undefined && { schemaRef }),
    ...(compat !== undefined && { compat }),
    createdAt: createdAt ?? new Date().toISOString(),
    ...(tags !== undefined && { tags }),
    // What a newer version has beyond these eleven.
    ...unknownFields,
  };
}
