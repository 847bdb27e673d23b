import type { Line } from "../styled-text.js";

/** What is said about data that is not shown. */
export function noteLines(notes: readonly string[]): Line[] {
  return notes.map((text) => [{ text, style: "muted" }]);
}
