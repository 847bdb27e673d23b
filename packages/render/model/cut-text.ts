import { count } from "./format-value.js";
import type { RenderLimits } from "./limits.js";

export interface CutText {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/** Truncates text to the limits, without splitting all of it. */
export function cutText(text: string, limits: Pick<RenderLimits, "maxLines" | "maxCharacters">): CutText {
  const lines: string[] = [];
  let start = 0;
  while (start <= text.length && lines.length < limits.maxLines) {
    const room = limits.maxCharacters - start;
    const end = text.indexOf("\n", start);
    const lineEnd = end === -1 ? text.length : end;
    if (lineEnd - start > room) {
      lines.push(text.slice(start, start + room).replace(/[\uD800-\uDBFF]$/, ""));
      return { lines, notes: [`… ${count(text.length - start - room, "more character")}`] };
    }
    // The CR of a CRLF is part of the line break; any other CR is shown.
    lines.push(text.slice(start, lineEnd).replace(/\r$/, ""));
    start = lineEnd + 1;
  }
  if (lines.length > 1 && lines.at(-1) === "" && start > text.length) lines.pop();
  const rest = countLines(text, start);
  return { lines, notes: rest === 0 ? [] : [`… ${count(rest, "more line")}`] };
}

function countLines(text: string, start: number): number {
  let lines = 0;
  for (let at = start; at < text.length; lines += 1) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return lines;
}
