import { cutText } from "../result/cut-text.js";
import { formatSize } from "./format-size.js";
import { isDataOfKind } from "./kind-validators.js";
import type { AnyResultValue } from "./tool-result-value.js";
import type { DiffData, FileListData } from "./well-known-kinds.js";

const maxSummaryLength = 80;

/** One line about a result: its own summary, or one from its data, such as `+15 -3 lines` or `42 files`. */
export function summarizeResult(value: AnyResultValue): string {
  try {
    return value.summary ?? summarizeData(value.kind, value.data);
  } catch {
    // A getter or proxy threw.
    return "unreadable data";
  }
}

function summarizeData(kind: string, data: unknown): string {
  // Data that does not match its kind is described by its shape, like data of an unknown kind.
  if (kind === "text" && isDataOfKind("text", data)) return firstLine(data.content);
  if (kind === "diff" && isDataOfKind("diff", data)) return summarizeDiff(data);
  if (kind === "file_content" && isDataOfKind("file_content", data)) {
    const lines = count(linesOf(data.content).length, "line");
    return `${lines}${data.truncated === true ? " shown" : ""}, ${formatSize(data.size)}`;
  }
  if (kind === "file_list" && isDataOfKind("file_list", data)) return summarizeFileList(data);
  if (kind === "table" && isDataOfKind("table", data)) return count(data.rows.length, "row", data.truncated);
  if (kind === "image" && isDataOfKind("image", data)) return firstLine(data.alt ?? "image");
  return summarizeShape(data);
}

function summarizeDiff({ original = "", modified, hunks }: DiffData): string {
  const lines = hunks?.flatMap((hunk) => hunk.lines) ?? changedLines(linesOf(original), linesOf(modified));
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return `+${marked("+")} -${marked("-")} lines`;
}

/** One line with `+` or `-` per line that only one of two texts has; moved lines do not count. */
function changedLines(before: readonly string[], after: readonly string[]): string[] {
  const unmatched = new Map<string, number>();
  for (const line of before) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  const added = after.filter((line) => {
    const left = unmatched.get(line) ?? 0;
    unmatched.set(line, left - 1);
    return left <= 0;
  });
  const removed = before.length - (after.length - added.length);
  return [...added.map((line) => `+${line}`), ...Array.from({ length: removed }, () => "-")];
}

/** Lines of a text; a final line break does not start another line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function summarizeFileList({ entries, truncated }: FileListData): string {
  const directories = entries.filter((entry) => entry.type === "directory").length;
  const files = count(entries.length - directories, "file", truncated);
  if (directories === 0) return files;
  const folders = count(directories, "directory", truncated);
  return directories === entries.length ? folders : `${files}, ${folders}`;
}

function summarizeShape(data: unknown): string {
  if (data === undefined || data === null) return "no data";
  if (Array.isArray(data)) return count(data.length, "item");
  if (typeof data === "object") return count(Object.keys(data).length, "field");
  if (typeof data === "string") return firstLine(data);
  return typeof data === "number" || typeof data === "boolean" ? String(data) : typeof data;
}

/** `42 files`, `1 file`; a plus means there are more. */
function count(number: number, noun: string, more = false): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number}${more ? "+" : ""} ${number === 1 && !more ? noun : plural}`;
}

function firstLine(text: string): string {
  const [line = ""] = linesOf(text.trimStart().slice(0, 4 * maxSummaryLength));
  const trimmed = line.trimEnd();
  return trimmed.length > maxSummaryLength ? `${cutText(trimmed, maxSummaryLength - 1)}…` : trimmed;
}
