import type { Fix, Position, TextEdit } from "./diagnostic.js";

/** Applies fixes to a text, each as a whole or not at all: of two that touch the same stretch the first wins. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { readonly text: string; readonly applied: number } {
  const lineStarts = lineStartsOf(text);
  const offset = ({ line, column }: Position): number => (lineStarts[line - 1] ?? text.length) + column - 1;
  const accepted: { from: number; to: number; text: string }[] = [];
  let applied = 0;
  for (const { edits } of fixes) {
    const spans = edits.map(({ range, text: inserted }: TextEdit) => ({
      from: offset(range.start),
      to: offset(range.end),
      text: inserted,
    }));
    const free = spans.every((span) =>
      accepted.every((other) => span.to < other.from || span.from > other.to),
    );
    if (!free || spans.length === 0) continue;
    accepted.push(...spans);
    applied++;
  }
  let result = text;
  for (const { from, to, text: inserted } of accepted.toSorted((a, b) => b.from - a.from))
    result = result.slice(0, from) + inserted + result.slice(to);
  return { text: result, applied };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
