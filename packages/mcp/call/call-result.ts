import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import {
  ToolResult,
  type JsonValue,
  type MaybePromise,
  type ToolExecution,
  type ToolFailure,
  type ToolSuccess,
} from "@toolkiln/runtime";
import { isRecord, serializeData, toJsonValue } from "@toolkiln/runtime/json";
import { contentParts, summarizeResult, toModelParts, toModelText } from "@toolkiln/runtime/kinds";
import type { ServedTool } from "../list/tool-listing.js";
import type { DataPlacement } from "../mcp-server-options.js";
import { resultMeta } from "../tool-meta.js";
import { artifactLinks, linkUri, toContentBlock, type ArtifactUri } from "./content-blocks.js";
import { isPlainData } from "./plain-data.js";

export interface CallResultOptions {
  readonly data: DataPlacement;
  readonly artifactUri: ArtifactUri;
}

/** Whether data matches a tool's output schema. */
export type DataCheck = (id: string, data: unknown) => MaybePromise<boolean>;

/**
 * Converts the outcome of a call to MCP. The data is sent as an image, as structured content or as text; `both`
 * sends the last two. `objectsOnly` wraps structured content in an object, as MCP before 2026-07-28 requires.
 */
export async function toCallToolResult(
  execution: ToolExecution,
  { spec, definition }: ServedTool,
  { data: placement, artifactUri }: CallResultOptions,
  matchesSchema: DataCheck,
  objectsOnly = false,
): Promise<CallToolResult> {
  const { result } = execution;
  const parts = contentParts(result).map(toContentBlock);
  const blocks = [...parts, ...artifactLinks(result.artifacts, artifactUri)];
  const _meta = resultMeta(spec, execution);
  // Text content from the tool replaces our summary.
  const hasOwnText = result.content.some(({ type }) => type === "text") && result.warnings.length === 0;
  const withText = (words: readonly ContentBlock[]) => (hasOwnText ? blocks : [...words, ...blocks]);
  if (!result.success) return { content: withText(failureTexts(result)), isError: true, _meta };
  // `contentParts` added the data as an image.
  if (parts.length > result.content.length)
    return { content: withText([text(shortText(result, artifactUri))]), _meta };
  const hasSchema = definition.outputSchema !== undefined && placement !== "text";
  const check = (data: JsonValue) => matchesSchema(spec.id, data);
  const data = placement === "text" ? undefined : await structuredData(result, hasSchema, check);
  // Clients reject a result without the structured content that its schema requires.
  if (data === undefined) {
    return { content: withText([toModelParts(result)[0]]), ...(hasSchema && { isError: true }), _meta };
  }
  const words = placement === "both" ? toModelParts(result)[0].text : shortText(result, artifactUri);
  const { value, note } = data;
  return {
    content: note === "" ? withText([text(words)]) : [text(words + note), ...blocks],
    structuredContent: objectsOnly && !isObjectRoot(definition, value) ? { result: value } : value,
    _meta,
  };
}

/** Whether data needs no `result` wrapper. The SDK wraps output schemas whose type is not `object`. */
function isObjectRoot({ outputSchema }: ServedTool["definition"], value: JsonValue): boolean {
  return isRecord(value) && (outputSchema === undefined || outputSchema["type"] === "object");
}

interface StructuredData {
  readonly value: JsonValue;
  /** Describes the truncation. */
  readonly note: string;
}

/**
 * The data as JSON if it is an object or has a schema. Data above the manifest's limit is truncated, unless that
 * would violate the output schema.
 */
async function structuredData(
  result: ToolSuccess<unknown>,
  hasSchema: boolean,
  matchesSchema: (data: JsonValue) => MaybePromise<boolean>,
): Promise<StructuredData | undefined> {
  const { data, maxDataLength = 50_000 } = result;
  if (data === undefined || (!hasSchema && !isRecord(data))) return undefined;
  if (isPlainData(data, maxDataLength)) return { value: data, note: "" };
  const limits = { keepStructure: true, maxLength: Math.max("{}".length, maxDataLength) };
  const { text: json, truncated, totalLength } = serializeData(data, limits);
  const value: JsonValue = JSON.parse(json);
  if (truncated && (await matchesSchema(value))) {
    return { value, note: `\nThe data was truncated to ${json.length} of ${totalLength} characters.` };
  }
  const whole = truncated ? toJsonValue(data) : value;
  return hasSchema || isRecord(whole) ? { value: whole, note: "" } : undefined;
}

/** The default message, which is not worth sending. */
const noMessage = ToolResult.succeeded().message;

/** The result in a few lines, without its data and its linked artifacts. */
function shortText(result: ToolSuccess<unknown>, uriOf: ArtifactUri): string {
  const { suggestedFollowUps, artifacts, warnings } = result;
  const message = result.message === noMessage ? "" : result.message;
  const unlinked = artifacts
    .filter((artifact) => linkUri(artifact, uriOf) === undefined)
    .map(({ type, action, path }) => `${type} ${action}: ${path}`);
  const notes = warnings.map((warning) => `Warning: ${warning.message}`);
  const steps = suggestedFollowUps.map((step) => `Next: ${step}`);
  return [message, summarizeResult(result), ...notes, ...unlinked, ...steps]
    .filter((line) => line !== "")
    .map(toModelText)
    .join("\n");
}

/** The error, and any partial data. */
function failureTexts(result: ToolFailure): ContentBlock[] {
  const reason = toModelParts(result)[0];
  if (result.data === undefined || result.error.code === "ValidationFailed") return [reason];
  return [reason, text(`Collected before the failure: ${result.getSerializedData()}`)];
}

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}
