import type { Fix, Position, TextEdit } from "./diagnostic.js";
import { lineStartsOf } from "./line-starts.js";

/** Applies fixes to a text, each as a whole or not at all: of two that touch the same stretch the first wins. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { readonly text: string; readonly applied: readonly Fix[] } {
  const lineStarts = lineStartsOf(text);
  const offset = ({ line, column }: Position): number => (lineStarts[line - 1] ?? text.length) + column - 1;
  const accepted: Span[] = [];
  const applied: Fix[] = [];
  for (const fix of fixes) {
    const spans = fix.edits.map(({ range, text: inserted }: TextEdit) => ({
      from: offset(range.start),
      to: offset(range.end),
      text: inserted,
    }));
    if (spans.length === 0 || !spans.every((span) => isFree(span, accepted))) continue;
    for (const span of spans) accepted.splice(placeOf(span, accepted), 0, span);
    applied.push(fix);
  }
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text: inserted } of accepted) {
    parts.push(text.slice(done, from), inserted);
    done = to;
  }
  return { text: [...parts, text.slice(done)].join(""), applied };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whether a stretch touches none of the others, which are in order and apart from each other. */
function isFree(span: Span, others: readonly Span[]): boolean {
  const at = placeOf(span, others);
  const [before, after] = [others[at - 1], others[at]];
  return (before === undefined || before.to < span.from) && (after === undefined || span.to < after.from);
}

/** Where a stretch stands among others that are in order. */
function placeOf({ from }: Span, others: readonly Span[]): number {
  let low = 0;
  let high = others.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((others[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
