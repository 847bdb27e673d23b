import type { FileEntry, FileListData } from "@toolkiln/runtime";
import { formatSize } from "@toolkiln/runtime/kinds";
import { count, formatDate } from "../../model/format-value.js";
import { lineWidth, padLine, space, truncateLine } from "../layout.js";
import { lineOf, type Line, type Style, noteLines } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";

const marks: Readonly<Record<FileEntry["type"], { end: string; style?: Style }>> = {
  directory: { end: "/", style: "path" },
  symlink: { end: "@", style: "link" },
  file: { end: "" },
};

/** A directory: names, sizes and dates in columns; the dates go first where it is narrow. */
export function fileListLines(
  { path, entries, truncated }: FileListData,
  { limits, width }: TerminalView,
): Line[] {
  const shown = entries.slice(0, limits.maxRows);
  const rest = entries.length - shown.length;
  const rows = shown.map((entry) => ({
    name: lineOf(`${entry.name}${marks[entry.type].end}`, marks[entry.type].style),
    size: entry.size === undefined ? "" : formatSize(entry.size),
    modified: formatDate(entry.modified) ?? "",
  }));
  const sizes = Math.max(0, ...rows.map(({ size }) => size.length));
  const dates = Math.max(0, ...rows.map(({ modified }) => modified.length));
  const withDates = dates > 0 && width >= 60;
  const details = (sizes > 0 ? sizes + 2 : 0) + (withDates ? dates + 2 : 0);
  const longest = Math.max(1, ...rows.map(({ name }) => lineWidth(name)));
  const names = Math.max(8, Math.min(longest, width - details));
  const lines = rows.map(({ name, size, modified }): Line => [
    ...padLine(truncateLine(name, names), names),
    ...(sizes > 0 ? [space(2), { text: size.padStart(sizes), style: "number" as const }] : []),
    ...(withDates ? [space(2), { text: modified, style: "muted" as const }] : []),
  ]);
  const notes = [
    ...(entries.length === 0 ? ["empty"] : []),
    ...(rest > 0 ? [`… ${count(rest, "more entry")}`] : []),
    ...(truncated === true ? ["The tool returned only a part of the listing."] : []),
  ];
  return [lineOf(path, "strong"), ...lines, ...noteLines(notes)];
}
