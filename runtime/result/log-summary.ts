import type { ToolResult } from "./tool-result.js";

/** The result as one log line. Prefer `result.toLogSummary()`. */
export function toLogSummary(result: ToolResult): string {
  if (result.success) return oneLine(`Success: ${result.message}`);
  const { code, message } = result.error;
  return oneLine(code === undefined ? `Failed: ${message}` : `Failed (${code}): ${message}`);
}

/** Characters that terminals or log parsers treat as line breaks. */
const breaks = String.raw`\n-\r\x1c-\x1e\x85\u2028\u2029`;
const anyBreak = new RegExp(`[${breaks}]`);
// The lookbehind avoids quadratic time on runs of white space.
const everyBreak = new RegExp(String.raw`(?<!\s)\s*[${breaks}][\s\x1c-\x1e\x85]*`, "g");

/** Prevents log injection by text from a tool. */
export function oneLine(text: string): string {
  return anyBreak.test(text) ? text.replaceAll(everyBreak, " ") : text;
}
