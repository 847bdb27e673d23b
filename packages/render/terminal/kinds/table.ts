import type { FormattedValue } from "../../model/format-value.js";
import type { TableModel } from "../../model/table-model.js";
import { lineWidth, padLine, space, truncateLine, wrapLine } from "../layout.js";
import { lineOf, type Line, type Style, noteLines } from "../styled-text.js";

const gap = 2;
const minColumn = 10;
const maxColumn = 120;
const maxCellLines = 3;

export const valueStyles: Readonly<Partial<Record<FormattedValue["type"], Style>>> = {
  number: "number",
  boolean: "keyword",
  url: "link",
  path: "path",
  null: "muted",
  other: "muted",
};

/** A table with aligned columns, or one record per block if they do not fit. */
export function tableLines(table: TableModel, width: number): Line[] {
  const { title, columns, rows, notes } = table;
  if (columns.length === 0) return [[{ text: "no columns", style: "muted" }], ...noteLines(notes)];
  const cells = rows.map((row) => row.map(({ text, type }) => lineOf(text, valueStyles[type])));
  const heads = columns.map(({ label }) => lineOf(label, "strong"));
  const widths = columnWidths([heads, ...cells], width);
  const body =
    widths === undefined ? recordLines(heads, cells, width) : gridLines(table, heads, cells, widths);
  const empty: Line[] = rows.length === 0 ? [[{ text: "no rows", style: "muted" }]] : [];
  const head = title === undefined ? [] : wrapLine(lineOf(title, "strong"), width);
  return [...head, ...body, ...empty, ...noteLines(notes)];
}

/** The column widths. The widest shrink first; undefined if the table still does not fit. */
function columnWidths(rows: readonly (readonly Line[])[], width: number): number[] | undefined {
  const count = rows[0]?.length ?? 0;
  const natural = Array.from({ length: count }, (_, index) =>
    Math.min(maxColumn, Math.max(1, ...rows.map((row) => lineWidth(row[index] ?? [])))),
  );
  const room = width - gap * (count - 1);
  const needed = natural.reduce((sum, size) => sum + size, 0);
  if (needed <= room) return natural;
  const minimum = natural.map((size) => Math.min(size, minColumn));
  if (minimum.reduce((sum, size) => sum + size, 0) > room) return undefined;
  let cap = Math.max(...natural);
  while (natural.reduce((sum, size) => sum + Math.min(size, cap), 0) > room) cap -= 1;
  return natural.map((size) => Math.min(size, cap));
}

function gridLines(
  table: TableModel,
  heads: readonly Line[],
  cells: readonly (readonly Line[])[],
  widths: readonly number[],
): Line[] {
  const align = table.columns.map((column) => column.align);
  const rule = widths.map((width): Line => [{ text: "─".repeat(width), style: "muted" }]);
  return [heads, rule, ...cells].flatMap((row) => rowLines(row, widths, align));
}

function rowLines(
  row: readonly Line[],
  widths: readonly number[],
  align: readonly ("left" | "center" | "right")[],
): Line[] {
  const wrapped = widths.map((width, index) => cellLines(row[index] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    widths.flatMap((width, index) => [
      ...(index > 0 ? [space(gap)] : []),
      ...padLine(wrapped[index]?.[at] ?? [], width, align[index]),
    ]),
  );
}

function cellLines(cell: Line, width: number, maxLines: number = maxCellLines): Line[] {
  const lines = wrapLine(cell, width);
  if (lines.length <= maxLines) return lines;
  const last = lines.slice(maxLines - 1).flatMap((line, index) => (index === 0 ? line : [space(1), ...line]));
  return [...lines.slice(0, maxLines - 1), truncateLine(last, width)];
}

function recordLines(heads: readonly Line[], cells: readonly (readonly Line[])[], width: number): Line[] {
  const keys = Math.min(
    Math.max(...heads.map((head) => lineWidth(head))),
    Math.max(4, Math.floor(width / 2)),
  );
  return cells.flatMap((row, number) => [
    [{ text: `─ ${number + 1} `, style: "muted" as const }],
    ...row.flatMap((cell, index) => {
      const key = padLine(truncateLine(heads[index] ?? [], keys), keys);
      const lines = cellLines(cell, Math.max(4, width - keys - gap), 2 * maxCellLines);
      return lines.map((line, at) => [...(at === 0 ? key : [space(keys)]), space(gap), ...line]);
    }),
  ]);
}
