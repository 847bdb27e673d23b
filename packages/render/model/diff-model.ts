import { diffWordsWithSpace, structuredPatch } from "diff";
import type { DiffData, DiffHunk } from "@toolkiln/runtime";
import { cutText } from "./cut-text.js";
import { count } from "./format-value.js";
import type { RenderLimits } from "./limits.js";

/** A piece of a changed line; `changed` marks what differs from its counterpart. */
export interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

/** One line of a difference with its numbers before and after. */
export interface DiffLine {
  readonly type: "context" | "added" | "removed";
  readonly oldNumber?: number;
  readonly newNumber?: number;
  readonly parts: readonly DiffPart[];
}

/** Lines that stand together. */
export interface DiffBlock {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

/** A file's difference, ready to be shown. */
export interface DiffModel {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly blocks: readonly DiffBlock[];
  readonly notes: readonly string[];
}

// Finding the shortest edit costs the square of its length; beyond this the file is shown as replaced.
const maxEditLength = 2_000;
const maxComparedLines = 20_000;
const maxComparedCharacters = 2_000_000;
const maxWordLine = 500;

/** Works out what changed, from the hunks that the tool gave or from both texts. */
export function diffModel(data: DiffData, limits: RenderLimits): DiffModel {
  const { hunks, notes } = data.hunks === undefined ? compare(data) : { hunks: data.hunks, notes: [] };
  const shown = cutHunks(hunks, limits);
  return {
    path: data.path,
    isNew: data.isNew,
    added: countMarked(hunks, "+"),
    removed: countMarked(hunks, "-"),
    blocks: shown.hunks.map(blockOf),
    notes: [...notes, ...shown.notes],
  };
}

function countMarked(hunks: readonly DiffHunk[], mark: string): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0);
}

function compare({ original = "", modified }: DiffData): { hunks: DiffHunk[]; notes: string[] } {
  const compared = { maxLines: maxComparedLines, maxCharacters: maxComparedCharacters };
  const before = cutText(original, compared);
  const after = cutText(modified, compared);
  const cut = before.note !== undefined || after.note !== undefined;
  const notes = cut ? ["Only the beginning of the file was compared."] : [];
  // A file whose line endings changed differs on every line; the returns must not get lost here.
  const keepReturns = !cut && original.includes("\r") !== modified.includes("\r");
  const [left, right] = keepReturns
    ? [original, modified]
    : [before.lines.join("\n"), after.lines.join("\n")];
  const options = { context: 3, maxEditLength };
  const patch = structuredPatch("", "", endLine(left), endLine(right), undefined, undefined, options);
  if (patch !== undefined) return { hunks: patch.hunks, notes };
  return {
    hunks: [replacement(before.lines, after.lines)],
    notes: [...notes, "Too different to align: shown as replaced."],
  };
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function replacement(before: readonly string[], after: readonly string[]): DiffHunk {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length, lines };
}

function cutHunks(hunks: readonly DiffHunk[], limits: RenderLimits): { hunks: DiffHunk[]; notes: string[] } {
  const shown: DiffHunk[] = [];
  let lines = limits.maxLines;
  let characters = limits.maxCharacters;
  for (const hunk of hunks) {
    const taken: string[] = [];
    for (const line of hunk.lines) {
      if (lines <= 0 || characters <= 0) break;
      taken.push(line.slice(0, characters));
      lines -= 1;
      characters -= line.length;
    }
    if (taken.length > 0) shown.push({ ...hunk, lines: taken });
  }
  const all = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const rest = all - shown.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const notes = rest > 0 ? [`… ${count(rest, "more line")}`] : [];
  return { hunks: shown, notes: characters < 0 ? ["… the last line is cut", ...notes] : notes };
}

function blockOf({ oldStart, newStart, lines }: DiffHunk): DiffBlock {
  let oldNumber = oldStart;
  let newNumber = newStart;
  const numbered: DiffLine[] = [];
  for (const line of lines) {
    if (line.startsWith("\\")) continue;
    const parts = [{ text: line.slice(1), changed: false }];
    if (line.startsWith("+")) numbered.push({ type: "added", newNumber: newNumber++, parts });
    else if (line.startsWith("-")) numbered.push({ type: "removed", oldNumber: oldNumber++, parts });
    else numbered.push({ type: "context", oldNumber: oldNumber++, newNumber: newNumber++, parts });
  }
  return { oldStart, newStart, lines: markWords(numbered) };
}

/** Marks the changed words where as many lines were added as removed, so that each has a counterpart. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start]?.type !== "removed") continue;
    const removed = runLength(marked, start, "removed");
    const added = runLength(marked, start + removed, "added");
    const pairs = removed === added ? removed : 0;
    for (let index = 0; index < pairs; index += 1) {
      markPair(marked, start + index, start + removed + index);
    }
    start += removed + added - 1;
  }
  return marked;
}

function runLength(lines: readonly DiffLine[], start: number, type: DiffLine["type"]): number {
  let end = start;
  while (lines[end]?.type === type) end += 1;
  return end - start;
}

function markPair(lines: DiffLine[], before: number, after: number): void {
  const removed = lines[before];
  const added = lines[after];
  if (removed === undefined || added === undefined) return;
  const [oldText, newText] = [textOf(removed), textOf(added)];
  if (oldText.length > maxWordLine || newText.length > maxWordLine) return;
  const words = diffWordsWithSpace(oldText, newText);
  const same = words
    .filter((word) => !word.added && !word.removed)
    .reduce((sum, word) => sum + word.value.trim().length, 0);
  // Lines with little in common would be marked nearly everywhere, which helps nobody.
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

/** A row of the two-column form: what stood there and what stands there now. */
export interface DiffPair {
  readonly before?: DiffLine;
  readonly after?: DiffLine;
}

/** Puts removed lines beside the added ones that replace them. */
export function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let start = 0; start < lines.length;) {
    const line = lines[start];
    if (line?.type === "context") {
      pairs.push({ before: line, after: line });
      start += 1;
      continue;
    }
    const removed = runLength(lines, start, "removed");
    const added = runLength(lines, start + removed, "added");
    for (let index = 0; index < Math.max(removed, added); index += 1) {
      const before = index < removed ? lines[start + index] : undefined;
      const after = index < added ? lines[start + removed + index] : undefined;
      pairs.push({ ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
    }
    start += removed + added;
  }
  return pairs;
}
