import { structuredPatch } from "diff";
import type { DiffData, DiffHunk } from "@toolkiln/runtime";
import { maxLines } from "./cut-text.js";
import { more, shorten } from "./format-value.js";

/** One line with its old and new number; `gap` replaces omitted unchanged lines. */
export interface DiffLine {
  readonly type: "context" | "added" | "removed" | "gap";
  readonly oldNumber?: number;
  readonly newNumber?: number;
  /** `+`, `-` or a space; empty for a gap. */
  readonly sign: string;
  readonly text: string;
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
const maxComparedCharacters = 2_000_000;
const maxLineLength = 1_000;

/** Computes the diff from the tool's hunks or from both texts. */
export function diffModel(data: DiffData, maxHeight: number = maxLines): DiffModel {
  const { path, isNew } = data;
  const { hunks, notes } = data.hunks === undefined ? compare(data) : { hunks: data.hunks, notes: [] };
  const all = hunks.flatMap((hunk, index) => [...(index > 0 ? [gap] : []), ...linesOf(hunk)]);
  const lines = all.slice(0, Math.min(maxHeight, maxLines));
  const countOf = (type: DiffLine["type"]): number => all.filter((line) => line.type === type).length;
  const rest = all.slice(lines.length).filter(({ type }) => type !== "gap").length;
  return {
    path,
    isNew,
    added: countOf("added"),
    removed: countOf("removed"),
    lines,
    notes: [...(all.length === 0 ? ["no differences"] : []), ...notes, ...more(rest, "line")],
  };
}

function compare({ original = "", modified }: DiffData): { hunks: DiffHunk[]; notes: string[] } {
  const before = original.slice(0, maxComparedCharacters);
  const after = modified.slice(0, maxComparedCharacters);
  const isCut = before.length < original.length || after.length < modified.length;
  const notes = isCut ? ["Only the beginning of the file was compared."] : [];
  // If the line endings changed, every line differs: keep the CRs.
  const stripTrailingCr = before.includes("\r") === after.includes("\r");
  const options = { context: 3, maxEditLength, stripTrailingCr };
  const patch = structuredPatch("", "", endLine(before), endLine(after), undefined, undefined, options);
  if (patch !== undefined) return { hunks: patch.hunks, notes };
  const [oldLines, newLines] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const lines = [...oldLines.map((line) => `-${line}`), ...newLines.map((line) => `+${line}`)];
  const whole = { oldStart: 1, oldLines: oldLines.length, newStart: 1, newLines: newLines.length, lines };
  return { hunks: [whole], notes: [...notes, "Too many differences: shown as a full replacement."] };
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

const gap: DiffLine = { type: "gap", sign: "", text: "⋯" };

function linesOf({ oldStart, newStart, lines }: DiffHunk): DiffLine[] {
  let oldNumber = oldStart;
  let newNumber = newStart;
  return lines.flatMap((line): DiffLine[] => {
    const [sign, text] = [line.charAt(0), shorten(line.slice(1), maxLineLength)];
    // "\ No newline at end of file"
    if (sign === "\\") return [];
    if (sign === "+") return [{ type: "added", newNumber: newNumber++, sign, text }];
    if (sign === "-") return [{ type: "removed", oldNumber: oldNumber++, sign, text }];
    return [{ type: "context", oldNumber: oldNumber++, newNumber: newNumber++, sign: " ", text }];
  });
}
