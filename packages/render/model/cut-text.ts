import { count } from "./format-value.js";
import type { RenderLimits } from "./limits.js";

/** The beginning of a text as lines, and what to say about the rest. */
export interface CutText {
  readonly lines: readonly string[];
  /** Absent when nothing was cut. */
  readonly note?: string;
}

/** Takes the lines of a text that the limits allow, reading no more of it than counting needs. */
export function cutText(text: string, limits: Pick<RenderLimits, "maxLines" | "maxCharacters">): CutText {
  const lines: string[] = [];
  let start = 0;
  while (start <= text.length && lines.length < limits.maxLines) {
    const room = limits.maxCharacters - start;
    const end = text.indexOf("\n", start);
    const lineEnd = end === -1 ? text.length : end;
    if (lineEnd - start > room) {
      lines.push(text.slice(start, start + room).replace(/[\uD800-\uDBFF]$/, ""));
      return { lines, note: `… ${count(text.length - start - room, "more character")}` };
    }
    // The return of a CRLF belongs to the line break; any other stays and is made visible.
    lines.push(text.slice(start, lineEnd).replace(/\r$/, ""));
    start = lineEnd + 1;
  }
  if (lines.length > 1 && lines.at(-1) === "" && start > text.length) lines.pop();
  const rest = countLines(text, start);
  return rest === 0 ? { lines } : { lines, note: `… ${count(rest, "more line")}` };
}

function countLines(text: string, start: number): number {
  let lines = 0;
  for (let at = start; at < text.length; lines += 1) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return lines;
}
