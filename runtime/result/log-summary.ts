import type { ToolOutcome } from "./tool-outcome.js";

/** The result as one line of a log. */
export function toLogSummary(result: ToolOutcome): string {
  if (result.success) return oneLine(`Success: ${result.message}`);
  const { code, message } = result.error;
  return oneLine(code === undefined ? `Failed: ${message}` : `Failed (${code}): ${message}`);
}

/** Text from a tool must not begin a line of the log. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, " ");
}
