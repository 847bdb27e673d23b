import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import {
  ToolResult,
  type JsonValue,
  type MaybePromise,
  type ToolArtifact,
  type ToolExecution,
  type ToolFailure,
  type ToolSuccess,
} from "@toolkiln/runtime";
import { isRecord, serializeData, toJsonValue } from "@toolkiln/runtime/json";
import { contentParts, summarizeResult, toModelParts } from "@toolkiln/runtime/kinds";
import type { ServedTool } from "../list/served-tool.js";
import type { DataPlacement } from "../mcp-server-options.js";
import { resultMeta } from "../tool-meta.js";
import { artifactLinks, toContentBlock } from "./content-blocks.js";
import { copyPlainData } from "./plain-data.js";

/** How results are written. */
export interface CallResultOptions {
  readonly data: DataPlacement;
  readonly artifactUri: (artifact: ToolArtifact) => string | undefined;
}

/** Whether data is what the tool's contract promises. */
export type DataCheck = (data: unknown) => MaybePromise<boolean>;

/**
 * The outcome of a call as MCP expresses it. The data is sent once: as an image, as structured content, or in the text.
 * `objectsOnly` makes structured content an object, as it had to be before 2026-07-28.
 */
export function toCallToolResult(
  execution: ToolExecution,
  { spec, definition }: ServedTool,
  { data: placement, artifactUri }: CallResultOptions,
  isPromised: DataCheck,
  objectsOnly = false,
): MaybePromise<CallToolResult> {
  const { result } = execution;
  const parts = contentParts(result).map(toContentBlock);
  const links = [...parts, ...artifactLinks(result.artifacts, artifactUri)];
  const _meta = resultMeta(spec, execution);
  // A tool that speaks to the model itself needs no words of ours.
  const speaks = result.content.some(({ type }) => type === "text") && result.warnings.length === 0;
  const withWords = (...words: readonly ContentBlock[]) => (speaks ? links : [...words, ...links]);
  if (!result.success) return { content: withWords(...failureTexts(result)), isError: true, _meta };
  // An image is its data.
  if (parts.length > result.content.length) return { content: withWords(text(shortText(result))), _meta };
  const promised = definition.outputSchema !== undefined && placement !== "text";
  const write = (data: StructuredData | undefined): CallToolResult => {
    // A tool that promised structured content and has none would be an error to the client.
    if (data === undefined) {
      return { content: withWords(toModelParts(result)[0]), ...(promised && { isError: true }), _meta };
    }
    const words = placement === "both" ? toModelParts(result)[0].text : shortText(result);
    const { value, note } = data;
    return {
      content: note === "" ? withWords(text(words)) : [text(words + note), ...links],
      structuredContent: objectsOnly && !isObjectRoot(definition, value) ? { result: value } : value,
      _meta,
    };
  };
  const data = placement === "text" ? undefined : structuredData(result, promised, isPromised);
  return data instanceof Promise ? data.then(write) : write(data);
}

/** Whether data is sent as it is to clients that take objects only: the SDK lists other schemas as those of `result`. */
function isObjectRoot({ outputSchema }: ServedTool["definition"], value: JsonValue): boolean {
  return isRecord(value) && (outputSchema === undefined || outputSchema["type"] === "object");
}

interface StructuredData {
  readonly value: JsonValue;
  /** A notice that something was left out. */
  readonly note: string;
}

/**
 * The data as JSON if it is an object or has a schema. Data beyond what the manifest lets a model see is cut, unless what
 * is left would not be what the tool promises.
 */
function structuredData(
  result: ToolSuccess<unknown>,
  hasSchema: boolean,
  isPromised: DataCheck,
): MaybePromise<StructuredData | undefined> {
  if (result.data === undefined || (!hasSchema && !isRecord(result.data))) return undefined;
  const plain = isRecord(result.data) ? copyPlainData(result.data, result.maxDataLength) : undefined;
  return plain === undefined ? writtenData(result, hasSchema, isPromised) : { value: plain, note: "" };
}

async function writtenData(
  result: ToolSuccess<unknown>,
  hasSchema: boolean,
  isPromised: DataCheck,
): Promise<StructuredData | undefined> {
  const limits = { keepStructure: true, ...limitOf(result, "{}".length) };
  const { text: json, truncated, totalLength } = serializeData(result.data, limits);
  const value: JsonValue = JSON.parse(json);
  if (truncated && (await isPromised(value))) {
    return { value, note: `\nThe data is shown in part: ${json.length} of ${totalLength} characters.` };
  }
  const whole = truncated ? toJsonValue(result.data) : value;
  return hasSchema || isRecord(whole) ? { value: whole, note: "" } : undefined;
}

/** The default message of a result, which nobody needs to read. */
const noMessage = ToolResult.succeeded().message;

/** The result in a few lines, without its data. */
function shortText(result: ToolSuccess<unknown>): string {
  const { suggestedFollowUps, artifacts, warnings } = result;
  const message = result.message === noMessage ? "" : result.message;
  const deleted = artifacts
    .filter(({ action }) => action === "deleted")
    .map(({ path }) => `Deleted: ${path}`);
  const notes = warnings.map((warning) => `Warning: ${warning.message}`);
  const steps = suggestedFollowUps.map((step) => `Next: ${step}`);
  return [message, summarizeResult(result), ...notes, ...deleted, ...steps]
    .filter((line) => line !== "")
    .join("\n");
}

/** Why a call failed, and what was collected before. */
function failureTexts(result: ToolFailure): ContentBlock[] {
  const reason = toModelParts(result)[0];
  if (result.data === undefined || result.error.code === "ValidationFailed") return [reason];
  const partial = serializeData(result.data, { ...limitOf(result) }).text;
  return [reason, text(`Collected before the failure: ${partial}`)];
}

/** How long data may be, but at least `least`. */
function limitOf(
  { maxDataLength }: Pick<ToolSuccess<unknown>, "maxDataLength">,
  least = 0,
): { maxLength?: number } {
  return maxDataLength === undefined ? {} : { maxLength: Math.max(least, maxDataLength) };
}

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}
