import type { ColumnDefinition, FileListData } from "@toolkiln/runtime";
import { isRecord, toPlainValue } from "@toolkiln/runtime/json";
import { formatSize, isDataOfKind } from "@toolkiln/runtime/kinds";
import {
  formatValue,
  more,
  shorten,
  typeOfField,
  type FieldTypes,
  type FormattedValue,
} from "./format-value.js";
import { inlineJson } from "./tree-model.js";

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

/** A column to show; `format` writes its numbers. */
interface Column extends ColumnDefinition {
  readonly format?: (value: number) => string;
}

const maxRows = 500;
const maxColumns = 30;
const maxCellLength = 1_000;
/** Rows to scan for columns if none are given. */
const maxScannedRows = 100;

/** Reads a table from table data, an array of objects or an object with such rows; else undefined. */
export function tableModel(
  data: unknown,
  fieldTypes: FieldTypes,
  maxHeight?: number,
): TableModel | undefined {
  if (isDataOfKind("table", data)) {
    const table = build(data.columns, data.rows, fieldTypes, maxHeight);
    const notes = data.truncated === true ? ["The tool returned only a part of the rows."] : [];
    return { ...table, notes: [...table.notes, ...notes] };
  }
  const rows = isRecord(data) ? data["rows"] : data;
  return isListOfRecords(rows) ? build(columnsOf(rows), rows, fieldTypes, maxHeight) : undefined;
}

function isListOfRecords(rows: unknown): rows is readonly Record<string, unknown>[] {
  // A sparse array may have billions of holes: `findIndex` stops at the first, `every` skips them all.
  return Array.isArray(rows) && rows.length > 0 && rows.findIndex((row) => !isRecord(row)) < 0;
}

function columnsOf(rows: readonly Record<string, unknown>[]): Column[] {
  const keys = new Set(rows.slice(0, maxScannedRows).flatMap((row) => Object.keys(row)));
  return [...keys].map((key) => ({ key }));
}

const fileMarks = { directory: "/", symlink: "@", file: "" } as const;

/** A directory as a table of names and, if known, sizes and dates. */
export function fileTable({ path, entries, truncated }: FileListData, maxHeight?: number): TableModel {
  const columns: Column[] = [
    { key: "name", label: "Name" },
    { key: "size", label: "Size", align: "right", format: formatSize },
    { key: "modified", label: "Modified", type: "date" },
  ];
  const shown = columns.filter(({ key }) =>
    entries.slice(0, maxRows).some((entry) => key === "name" || Reflect.get(entry, key) !== undefined),
  );
  const rows = entries
    .slice(0, maxRows)
    .map((entry) => ({ ...entry, name: `${entry.name}${fileMarks[entry.type]}` }));
  const table = build(shown, rows, undefined, maxHeight);
  const notes = truncated === true ? ["The tool returned only a part of the listing."] : [];
  return { ...table, title: path, notes: [...more(entries.length - table.rows.length, "entry"), ...notes] };
}

function build(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
  fieldTypes: FieldTypes,
  maxHeight = maxRows,
): TableModel {
  const shown = columns.slice(0, maxColumns);
  const cells = rows
    .slice(0, Math.min(maxRows, maxHeight))
    .map((row) => shown.map((column) => cellOf(row, column, fieldTypes)));
  return {
    columns: shown.map(({ key, label = key, align }, index) => ({
      label,
      align: align ?? (isNumeric(cells, index) ? "right" : "left"),
    })),
    rows: cells,
    notes: [...more(rows.length - cells.length, "row"), ...more(columns.length - shown.length, "column")],
  };
}

function cellOf(
  row: Readonly<Record<string, unknown>>,
  { key, type, format }: Column,
  fieldTypes: FieldTypes,
): TableCell {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  const plain = typeof value === "object" ? toPlainValue(value) : value;
  if (plain === undefined || plain === null) return { text: "", type: "null" };
  if (typeof plain === "object") return { text: inlineJson(plain), type: "other" };
  const cell = formatValue(plain, typeOfField(fieldTypes, key) ?? type);
  const text = shorten(typeof plain === "number" && format ? format(plain) : cell.text, maxCellLength);
  const isNumber = typeof plain === "number" || typeof plain === "bigint";
  return { text, type: cell.type, ...(isNumber && { number: Number(plain) }) };
}

function isNumeric(rows: readonly (readonly TableCell[])[], column: number): boolean {
  const types = rows.map((row) => row[column]?.type).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => type === "number");
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
