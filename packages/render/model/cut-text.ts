import { more } from "./format-value.js";

/** The lines of a text that are shown, and notes about the rest. */
export interface CutText {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/** Maximum lines of a text, code or diff. */
export const maxLines = 1_000;
const maxCharacters = 200_000;

/** Splits text into lines, at most `maxHeight`, without splitting all of a long text. */
export function cutText(text: string, maxHeight: number = maxLines): CutText {
  const start = text.slice(0, maxCharacters);
  // The CR of a CRLF is part of the line break; any other CR is shown.
  const all = (start.length < text.length ? start.replace(/[\uD800-\uDBFF]$/, "") : start).split(/\r?\n/);
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const lines = all.slice(0, Math.min(maxHeight, maxLines));
  const notes = [
    ...more(all.length - lines.length, "line"),
    ...more(text.length - start.length, "character"),
  ];
  return { lines, notes };
}
