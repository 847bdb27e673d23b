import { diffWordsWithSpace, structuredPatch } from "diff";
import type { DiffData, DiffHunk } from "@toolkiln/runtime";
import { cutText } from "./cut-text.js";
import { count } from "./format-value.js";
import type { RenderLimits } from "./limits.js";

/** A piece of a line; `changed` if it differs from the paired line. */
interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

/** One line with its old and new number; `gap` replaces omitted unchanged lines. */
export interface DiffLine {
  readonly type: "context" | "added" | "removed" | "gap";
  readonly oldNumber?: number;
  readonly newNumber?: number;
  readonly parts: readonly DiffPart[];
}

/** The diff of a file, ready to render. */
export interface DiffModel {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  readonly notes: readonly string[];
}

// The diff algorithm is quadratic; above this limit, the file is shown as replaced.
const maxEditLength = 2_000;
const maxComparedLines = 20_000;
const maxComparedCharacters = 2_000_000;
const maxWordLine = 500;

/** Computes the diff from the tool's hunks or from both texts. */
export function diffModel(data: DiffData, limits: RenderLimits): DiffModel {
  const { hunks, notes } = data.hunks === undefined ? compare(data) : { hunks: data.hunks, notes: [] };
  const all = hunks.flatMap((hunk, index) => [...(index > 0 ? [gap] : []), ...linesOf(hunk)]);
  const lines = cutLines(all, limits);
  const rest = all.slice(lines.length).filter(({ type }) => type !== "gap").length;
  return {
    path: data.path,
    isNew: data.isNew,
    added: all.filter(({ type }) => type === "added").length,
    removed: all.filter(({ type }) => type === "removed").length,
    lines: markWords(lines),
    notes: rest > 0 ? [...notes, `… ${count(rest, "more line")}`] : notes,
  };
}

function compare({ original = "", modified }: DiffData): { hunks: DiffHunk[]; notes: string[] } {
  const compared = { maxLines: maxComparedLines, maxCharacters: maxComparedCharacters };
  const before = cutText(original, compared);
  const after = cutText(modified, compared);
  const cut = before.notes.length + after.notes.length > 0;
  const notes = cut ? ["Only the beginning of the file was compared."] : [];
  // If the line endings changed, every line differs: keep the CRs.
  const keepReturns = !cut && original.includes("\r") !== modified.includes("\r");
  const [left, right] = keepReturns
    ? [original, modified]
    : [before.lines.join("\n"), after.lines.join("\n")];
  const options = { context: 3, maxEditLength };
  const patch = structuredPatch("", "", endLine(left), endLine(right), undefined, undefined, options);
  if (patch !== undefined) return { hunks: patch.hunks, notes };
  const lines = [...before.lines.map((line) => `-${line}`), ...after.lines.map((line) => `+${line}`)];
  const whole = {
    oldStart: 1,
    oldLines: before.lines.length,
    newStart: 1,
    newLines: after.lines.length,
    lines,
  };
  return { hunks: [whole], notes: [...notes, "Too different to align: shown as replaced."] };
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

const gap: DiffLine = { type: "gap", parts: [{ text: "⋯", changed: false }] };

function linesOf({ oldStart, newStart, lines }: DiffHunk): DiffLine[] {
  let oldNumber = oldStart;
  let newNumber = newStart;
  return lines.flatMap((line): DiffLine[] => {
    const parts = [{ text: line.slice(1), changed: false }];
    // "\ No newline at end of file"
    if (line.startsWith("\\")) return [];
    if (line.startsWith("+")) return [{ type: "added", newNumber: newNumber++, parts }];
    if (line.startsWith("-")) return [{ type: "removed", oldNumber: oldNumber++, parts }];
    return [{ type: "context", oldNumber: oldNumber++, newNumber: newNumber++, parts }];
  });
}

function cutLines(lines: readonly DiffLine[], { maxLines, maxCharacters }: RenderLimits): DiffLine[] {
  const shown: DiffLine[] = [];
  let room = maxCharacters;
  for (const line of lines.slice(0, maxLines)) {
    if (room <= 0) break;
    const text = textOf(line);
    const isCut = text.length > room;
    shown.push(isCut ? { ...line, parts: [{ text: `${text.slice(0, room)}…`, changed: false }] } : line);
    room -= text.length + 1;
  }
  return shown;
}

/** Marks changed words if as many lines were added as removed, so they pair up. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let start = 0; start < marked.length; start += 1) {
    const removed = runLength(marked, start, "removed");
    if (removed === 0) continue;
    const added = runLength(marked, start + removed, "added");
    const pairs = removed === added ? removed : 0;
    for (let index = 0; index < pairs; index += 1) markPair(marked, start + index, start + removed + index);
    start += removed + added - 1;
  }
  return marked;
}

function runLength(lines: readonly DiffLine[], start: number, type: DiffLine["type"]): number {
  let length = 0;
  while (lines[start + length]?.type === type) length += 1;
  return length;
}

/** A row of the side-by-side view; a side without a line stays empty. */
export interface DiffPair {
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** Pairs removed lines with the added lines that replace them; other lines are the same on both sides. */
export function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let start = 0; start < lines.length;) {
    const removed = runLength(lines, start, "removed");
    const added = runLength(lines, start + removed, "added");
    if (removed + added === 0) pairs.push({ before: lines[start], after: lines[start] });
    for (let index = 0; index < Math.max(removed, added); index += 1)
      pairs.push({
        before: index < removed ? lines[start + index] : undefined,
        after: index < added ? lines[start + removed + index] : undefined,
      });
    start += Math.max(1, removed + added);
  }
  return pairs;
}

function markPair(lines: DiffLine[], before: number, after: number): void {
  const [removed, added] = [lines[before], lines[after]];
  if (removed === undefined || added === undefined) return;
  const [oldText, newText] = [textOf(removed), textOf(added)];
  if (oldText.length > maxWordLine || newText.length > maxWordLine) return;
  const words = diffWordsWithSpace(oldText, newText);
  const same = words
    .filter((word) => !word.added && !word.removed)
    .reduce((sum, word) => sum + word.value.trim().length, 0);
  // Do not mark words if the lines have little in common.
  if (same * 3 < Math.max(oldText.trim().length, newText.trim().length)) return;
  const partsWithout = (other: "added" | "removed"): DiffPart[] =>
    words
      .filter((word) => !word[other])
      .map((word) => ({ text: word.value, changed: word.added || word.removed }));
  lines[before] = { ...removed, parts: partsWithout("added") };
  lines[after] = { ...added, parts: partsWithout("removed") };
}

function textOf(line: DiffLine): string {
  return line.parts.map((part) => part.text).join("");
}
