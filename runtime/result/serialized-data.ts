import type { ToolResult } from "./tool-result.js";

/** Characters of data that a model is shown unless the contract says otherwise. */
export const defaultMaxDataLength = 50_000;

/** A result's data as JSON, cut to `maxLength` characters with a note. */
export function getSerializedData(result: ToolResult, maxLength?: number): string {
  if (result.data === undefined || result.data === null) return "";
  const text = serialize(result.data);
  const limit = maxLength ?? result.maxDataLength ?? defaultMaxDataLength;
  if (text.length <= limit) return text;
  const note = `... [truncated, total ${text.length} chars]`;
  return text.slice(0, Math.max(0, limit - note.length)) + note;
}

function serialize(data: unknown): string {
  try {
    return JSON.stringify(data) ?? "";
  } catch {
    return "[data that cannot be serialised]";
  }
}
