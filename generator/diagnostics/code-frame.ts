import textWidth from "fast-string-width";
import type { Range } from "./diagnostic.js";

const linesBefore = 2;
const linesAfter = 1;
/** Maximum columns shown; a longer line is cut around the place. */
const frameWidth = 100;

/** The lines around a place, with carets under it. */
export function codeFrame(text: string, { start, end }: Range): string[] {
  const lines = linesOf(text);
  if (start.line > lines.length) return [];
  const first = Math.max(1, start.line - linesBefore);
  const last = Math.min(lines.length, start.line + linesAfter);
  const gutter = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? "";
    const from = windowStart(line, number === start.line ? start.column : 1);
    if (number === last && number > start.line && line.trim() === "") break;
    const shown = visible(line.slice(from, from + frameWidth));
    frame.push(`  ${String(number).padStart(gutter)} │ ${shown}`.trimEnd());
    if (number === start.line) {
      const lineEnd = Math.min(line.length, from + frameWidth);
      const endColumn = end.line === start.line ? Math.min(end.column - 1, lineEnd) : lineEnd;
      const before = textWidth(visible(line.slice(from, start.column - 1)));
      const under = textWidth(visible(line.slice(start.column - 1, endColumn)));
      frame.push(`  ${" ".repeat(gutter)} │ ${" ".repeat(before)}${"^".repeat(Math.max(1, under))}`);
    }
  }
  return frame;
}

let latest: { readonly text: string; readonly lines: readonly string[] } | undefined;

/** The lines of a text; cached, because diagnostics come file by file. */
function linesOf(text: string): readonly string[] {
  if (latest?.text !== text) latest = { text, lines: text.split(/\r?\n/) };
  return latest.lines;
}

function windowStart(line: string, column: number): number {
  return line.length <= frameWidth || column < frameWidth - 20 ? 0 : column - 40;
}

/** Escapes invisible characters, so that they show and cannot control the terminal. */
export function visible(text: string): string {
  return text
    .replaceAll("\t", "  ")
    .replaceAll(
      /[\p{Cc}\p{Bidi_Control}\u200b-\u200d\u2028\u2029\u2060\ufeff\u{e0000}-\u{e007f}]/gu,
      (character) => {
        return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
      },
    );
}

/** The code point of a character, such as `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
