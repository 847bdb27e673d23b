import type { JsonValue } from "../tool/json-schema.js";
import { presentFields } from "../result/present-fields.js";
import { contentTypeOf, type ToolResultContentType } from "./content-type.js";
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
export type EnvelopeInit = {
  readonly [Field in keyof ToolResultEnvelope]?: ToolResultEnvelope[Field] | undefined;
} & {
  readonly tool: string;
  /** The kind of the result and its data; the content type follows from them when it is not given. */
  readonly kind?: string | undefined;
  readonly data?: unknown;
};

/** Makes an envelope. Fields that a newer version has beyond these eleven are kept. */
export function createEnvelope({
  kind,
  data,
  tool,
  version = "1.0",
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
