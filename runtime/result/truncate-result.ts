import { isObject } from "../kinds/tool-result-value.js";
import { fitJson } from "./fit-json.js";
import { defaultMaxDataLength, serializeData } from "./serialized-data.js";
import { makeFailure, makeSuccess, type ToolResult } from "./tool-result.js";

/** What was taken away, as `metadata.truncation` of a truncated result records it. */
export interface Truncation {
  readonly maxLength: number;
  /** Characters of JSON before; counted to 10,000,000 at most. */
  readonly totalLength: number;
  /** Items, rows and fields that are missing. */
  readonly dropped: number;
}

const kindsWithFlag: ReadonlySet<string> = new Set(["file_content", "file_list", "table"]);

/**
 * The result with so much of its data as fits: whole rows and items are left out and long strings cut, data that can
 * say `truncated` does, and `metadata.truncation` records the rest. A result that fits is returned as it is.
 */
export function truncateResult(result: ToolResult, maxLength?: number): ToolResult {
  const limit = maxLength ?? result.maxDataLength ?? defaultMaxDataLength;
  const { truncated, totalLength } = serializeData(result.data, { maxLength: limit });
  if (!truncated) return result;
  const whole = saysTruncated(result) ? { ...result.data, truncated: true } : result.data;
  const { text, dropped } = fitJson(whole, limit, false);
  const data: unknown = text === "" ? undefined : JSON.parse(text);
  const truncation: Truncation = { maxLength: limit, totalLength, dropped };
  const fields = { ...result, metadata: { ...result.metadata, truncation } };
  return result.success ? makeSuccess(data, fields) : makeFailure(result.error, fields, data);
}

function saysTruncated(result: ToolResult): result is ToolResult<object> & { readonly data: object } {
  return kindsWithFlag.has(result.kind) && isObject(result.data);
}
