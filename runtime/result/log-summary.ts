import type { ToolOutcome } from "./tool-outcome.js";

/** The result as one line of a log. Prefer `result.toLogSummary()`. */
export function toLogSummary(result: ToolOutcome): string {
  if (result.success) return oneLine(`Success: ${result.message}`);
  const { code, message } = result.error;
  return oneLine(code === undefined ? `Failed: ${message}` : `Failed (${code}): ${message}`);
}

/** Text from a tool must not begin a line of the log. */
export function oneLine(text: string): string {
  if (!/[\n-\r\x1c-\x1e\x85\u2028\u2029]/.test(text)) return text;
  // Begins where spaces begin, because beginning at each of many takes the square of their number.
  return text.replaceAll(/(?<!\s)\s*[\n-\r\x1c-\x1e\x85\u2028\u2029][\s\x1c-\x1e\x85]*/g, " ");
}
