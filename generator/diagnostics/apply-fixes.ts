import type { Fix, Position } from "./diagnostic.js";

/** Applies fixes to a text, each completely or not at all: of two that overlap or touch, the first wins. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { readonly text: string; readonly applied: readonly Fix[] } {
  const lineStarts = lineStartsOf(text);
  const offset = ({ line, column }: Position): number => (lineStarts[line - 1] ?? text.length) + column - 1;
  const applied: Fix[] = [];
  const accepted: Span[] = [];
  for (const fix of fixes) {
    const spans = fix.edits.map(({ range, text: inserted }): Span => {
      return [offset(range.start), offset(range.end), inserted];
    });
    const isFree = spans.every(([from, to]) => accepted.every((other) => to < other[0] || other[1] < from));
    if (spans.length === 0 || !isFree) continue;
    accepted.push(...spans);
    applied.push(fix);
  }
  const parts: string[] = [];
  let done = 0;
  for (const [from, to, inserted] of accepted.toSorted(([a], [b]) => a - b)) {
    parts.push(text.slice(done, from), inserted);
    done = to;
  }
  return { text: [...parts, text.slice(done)].join(""), applied };
}

type Span = readonly [from: number, to: number, text: string];

export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
