import type { ColumnDefinition } from "@toolkiln/runtime";
import { type FieldType, isDataOfKind } from "@toolkiln/runtime/kinds";
import { count, formatValue, type FormattedValue } from "./format-value.js";
import type { RenderLimits } from "./limits.js";
import { isRecord } from "@toolkiln/runtime/json";
import { readField, readKeys } from "./read-value.js";

/** A column that is shown. */
export interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly align: "left" | "center" | "right";
}

/** A cell: its text and the value that it was made from. */
export interface TableCell extends FormattedValue {
  readonly value: unknown;
}

/** Rows and columns, formatted and cut, ready to be laid out. */
export interface TableModel {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly notes: readonly string[];
}

/** Types for the fields, by name. */
export type FieldTypes = { readonly [field: string]: FieldType } | undefined;

/** Longest text of a cell. */
const maxCellLength = 1_000;
/** Rows that are asked for their columns when no columns are given. */
const maxScannedRows = 100;

/** Reads a table from data of its kind, a list of objects, or an object with such rows; undefined when it is none. */
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
  // Unlike `every`, it does not walk over holes, of which there may be billions.
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
      key: column.key,
      label: column.label ?? column.key,
      align: column.align ?? usualAlignment(cells, index),
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
  return { text: formatted.type === "null" ? "" : text, type: formatted.type, value };
}

/** The type that the hints give a field. */
export function typeOfField(fieldTypes: FieldTypes, key: string): FieldType | undefined {
  return fieldTypes !== undefined && Object.hasOwn(fieldTypes, key) ? fieldTypes[key] : undefined;
}

function usualAlignment(rows: readonly (readonly TableCell[])[], index: number): "left" | "right" {
  const types = rows.map((row) => row[index]?.type).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => type === "number") ? "right" : "left";
}

/** The place of each row when sorted by a column: numbers by size, the rest by text, the empty last. */
export function ranksOf(rows: readonly (readonly TableCell[])[], column: number): number[] {
  const order = rows.map((_, index) => index);
  order.sort((left, right) => compareCells(rows[left]?.[column], rows[right]?.[column]) || left - right);
  const ranks = Array.from<number>({ length: rows.length });
  for (const [rank, row] of order.entries()) ranks[row] = rank;
  return ranks;
}

function compareCells(left: TableCell | undefined, right: TableCell | undefined): number {
  if (left === undefined || right === undefined) return 0;
  if (left.type === "null" || right.type === "null")
    return Number(left.type === "null") - Number(right.type === "null");
  if (typeof left.value === "number" && typeof right.value === "number") return left.value - right.value;
  return left.text < right.text ? -1 : Number(left.text > right.text);
}
