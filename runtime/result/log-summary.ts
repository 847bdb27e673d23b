import type { ToolOutcome } from "./tool-outcome.js";

/** The result as one line of a log. Prefer `result.toLogSummary()`. */
export function toLogSummary(result: ToolOutcome): string {
  if (result.success) return oneLine(`Success: ${result.message}`);
  const { code, message } = result.error;
  return oneLine(code === undefined ? `Failed: ${message}` : `Failed (${code}): ${message}`);
}

/** What ends a line, also for programs that read logs. */
const breaks = String.raw`\n-\r\x1c-\x1e\x85\u2028\u2029`;
const anyBreak = new RegExp(`[${breaks}]`);
// Begins where spaces begin, because beginning at each of many takes the square of their number.
const everyBreak = new RegExp(String.raw`(?<!\s)\s*[${breaks}][\s\x1c-\x1e\x85]*`, "g");

/** Text from a tool must not begin a line of the log. */
export function oneLine(text: string): string {
  return anyBreak.test(text) ? text.replaceAll(everyBreak, " ") : text;
}
