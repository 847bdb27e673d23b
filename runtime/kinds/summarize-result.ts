import { cutText } from "../result/cut-text.js";
import { countChangedLines, linesOf } from "./count-changed-lines.js";
import { formatSize } from "./format-size.js";
import { isDataOfKind } from "./kind-validators.js";
import type { AnyResultValue } from "./tool-result-value.js";
import type { DiffData, FileListData } from "./well-known-data.js";

/** Characters of the one line that a summary is. */
const maxSummaryLength = 80;

/** One line about a result: its own summary, or one made from its data, such as `+15 -3 lines` or `42 files`. */
export function summarizeResult(value: AnyResultValue): string {
  try {
    return value.summary ?? summarizeData(value.kind, value.data);
  } catch {
    // A getter or a proxy of the tool's threw.
    return "unreadable data";
  }
}

function summarizeData(kind: string, data: unknown): string {
  // Data that is not what its kind says is described by its shape, like the data of a kind that nobody knows.
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

function summarizeDiff({ original, modified, hunks }: DiffData): string {
  if (hunks === undefined) {
    const { added, removed } = countChangedLines(original ?? "", modified);
    return `+${added} -${removed} lines`;
  }
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return `+${marked("+")} -${marked("-")} lines`;
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

/** `42 files`, `1 file`; a plus says that there are more. */
function count(number: number, noun: string, more = false): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number}${more ? "+" : ""} ${number === 1 && !more ? noun : plural}`;
}

function firstLine(text: string): string {
  const [line = ""] = linesOf(text.trimStart().slice(0, 4 * maxSummaryLength));
  const trimmed = line.trimEnd();
  return trimmed.length > maxSummaryLength ? `${cutText(trimmed, maxSummaryLength - 1)}…` : trimmed;
}
