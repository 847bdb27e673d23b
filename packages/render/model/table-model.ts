import type { ColumnDefinition, FileListData } from "@toolkiln/runtime";
import { type FieldType, formatSize, isDataOfKind } from "@toolkiln/runtime/kinds";
import { count, formatDate, formatValue, type FormattedValue } from "./format-value.js";
import type { RenderLimits } from "./limits.js";
import { isRecord } from "@toolkiln/runtime/json";
import { readField, readKeys } from "./read-value.js";

export interface TableColumn {
  readonly label: string;
  readonly align: "left" | "center" | "right";
}

/** A cell; numbers have a numeric sort key. */
export interface TableCell extends FormattedValue {
  readonly number?: number;
}

/** Formatted, truncated rows and columns for layout. */
export interface TableModel {
  /** Shown above the table, such as a directory path. */
  readonly title?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly notes: readonly string[];
}

export type FieldTypes = { readonly [field: string]: FieldType } | undefined;

const maxCellLength = 1_000;
/** Rows to scan for columns if none are given. */
const maxScannedRows = 100;

/** Reads a table from table data, an array of objects or an object with such rows; else undefined. */
export function tableModel(
  data: unknown,
  fieldTypes: FieldTypes,
  limits: RenderLimits,
): TableModel | undefined {
  if (isDataOfKind("table", data)) {
    const more = data.truncated === true ? ["The tool returned only a part of the rows."] : [];
    return build(data.columns, data.rows, fieldTypes, limits, more);
  }
  const rows = isRecord(data) ? readField(data, "rows") : data;
  if (!isListOfRecords(rows)) return undefined;
  return build(columnsOf(rows), rows, fieldTypes, limits, []);
}

function isListOfRecords(rows: unknown): rows is readonly Record<string, unknown>[] {
  // A sparse array may have billions of holes: `findIndex` stops at the first, `every` skips them all.
  return Array.isArray(rows) && rows.length > 0 && rows.findIndex((row) => !isRecord(row)) < 0;
}

function columnsOf(rows: readonly Record<string, unknown>[]): ColumnDefinition[] {
  const keys = new Set(rows.slice(0, maxScannedRows).flatMap((row) => readKeys(row)));
  return [...keys].map((key) => ({ key }));
}

function build(
  columns: readonly ColumnDefinition[],
  rows: readonly Record<string, unknown>[],
  fieldTypes: FieldTypes,
  limits: RenderLimits,
  notes: readonly string[],
): TableModel {
  const shownColumns = columns.slice(0, limits.maxColumns);
  const cells = rows
    .slice(0, limits.maxRows)
    .map((row) => shownColumns.map((column) => cellOf(row, column, fieldTypes)));
  const moreRows = rows.length - cells.length;
  const moreColumns = columns.length - shownColumns.length;
  return {
    columns: shownColumns.map((column, index) => ({
      label: column.label ?? column.key,
      align: column.align ?? defaultAlignment(cells, index),
    })),
    rows: cells,
    notes: [
      ...(moreRows > 0 ? [`… ${count(moreRows, "more row")}`] : []),
      ...(moreColumns > 0 ? [`… ${count(moreColumns, "more column")}`] : []),
      ...notes,
    ],
  };
}

function cellOf(
  row: Record<string, unknown>,
  { key, type }: ColumnDefinition,
  fieldTypes: FieldTypes,
): TableCell {
  const value = Object.hasOwn(row, key) ? readField(row, key) : undefined;
  const formatted = formatValue(value, typeOfField(fieldTypes, key) ?? type);
  const text =
    formatted.text.length > maxCellLength ? `${formatted.text.slice(0, maxCellLength)}…` : formatted.text;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return {
    text: formatted.type === "null" ? "" : text,
    type: formatted.type,
    ...(isNumber && { number: Number(value) }),
  };
}

export function typeOfField(fieldTypes: FieldTypes, key: string): FieldType | undefined {
  return fieldTypes !== undefined && Object.hasOwn(fieldTypes, key) ? fieldTypes[key] : undefined;
}

function defaultAlignment(rows: readonly (readonly FormattedValue[])[], index: number): "left" | "right" {
  const types = rows.map((row) => row[index]?.type).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => type === "number") ? "right" : "left";
}

const collator = new Intl.Collator("en", { numeric: true });

/** The position of each row when sorted by a column: numbers, then strings. Empty cells have none. */
export function ranksOf(rows: readonly (readonly TableCell[])[], column: number): (number | undefined)[] {
  const cells = rows.flatMap((row, index) => {
    const cell = row[column];
    return cell === undefined || cell.text === "" ? [] : [{ index, cell }];
  });
  const ranks = rows.map((): number | undefined => undefined);
  for (const [rank, { index }] of cells.toSorted((left, right) => compare(left.cell, right.cell)).entries())
    ranks[index] = rank;
  return ranks;
}

function compare(left: TableCell, right: TableCell): number {
  return (
    Number(left.number === undefined) - Number(right.number === undefined) ||
    (left.number ?? 0) - (right.number ?? 0) ||
    collator.compare(left.text, right.text)
  );
}

const fileMarks = { directory: "/", symlink: "@", file: "" } as const;

/** A directory as a table of names and, if known, sizes and dates. */
export function fileTable({ path, entries, truncated }: FileListData, { maxRows }: RenderLimits): TableModel {
  const shown = entries.slice(0, maxRows);
  const rest = entries.length - shown.length;
  const hasSizes = shown.some(({ size }) => size !== undefined);
  const hasDates = shown.some(({ modified }) => formatDate(modified) !== undefined);
  return {
    title: path,
    columns: [
      { label: "Name", align: "left" },
      ...(hasSizes ? [{ label: "Size", align: "right" } as const] : []),
      ...(hasDates ? [{ label: "Modified", align: "left" } as const] : []),
    ],
    rows: shown.map(({ name, type, size, modified }) => [
      { text: `${name}${fileMarks[type]}`, type: type === "file" ? "string" : "path" },
      ...(hasSizes && size === undefined ? [{ text: "", type: "null" } as const] : []),
      ...(size === undefined ? [] : [{ text: formatSize(size), type: "number", number: size } as const]),
      ...(hasDates ? [{ text: formatDate(modified) ?? "", type: "date" } as const] : []),
    ]),
    notes: [
      ...(rest > 0 ? [`… ${count(rest, "more entry")}`] : []),
      ...(truncated === true ? ["The tool returned only a part of the listing."] : []),
    ],
  };
}
