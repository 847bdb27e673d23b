import type { JsonValue } from "../tool/json-schema.js";

/** What the payload of an envelope is. */
export type ToolResultContentType = "Unknown" | "Text" | "List" | "Object" | "Image" | "Binary";

/** Metadata that travels with a result: where it came from and where its payload lies. */
export interface ToolResultEnvelope {
  readonly version: string;
  readonly tool: string;
  readonly provider?: string;
  readonly model?: string;
  readonly toolCallId?: string;
  readonly contentType: ToolResultContentType;
  /** Where the payload lies below the root, with dots. */
  readonly payloadPath: string;
  readonly schemaRef?: string;
  readonly compat?: { readonly [key: string]: JsonValue };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly tags?: readonly string[];
}

/** What has to be said to make an envelope; the rest has defaults. */
export type EnvelopeInit = Partial<ToolResultEnvelope> & Pick<ToolResultEnvelope, "tool">;

/** Makes an envelope. */
export function createEnvelope(init: EnvelopeInit): ToolResultEnvelope {
  return {
    version: "1.0",
    contentType: "Unknown",
    payloadPath: "result",
    createdAt: new Date().toISOString(),
    ...init,
  };
}
