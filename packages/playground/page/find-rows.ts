import type { ResultTable } from "../protocol.js";

/** The order of rows, and the text that a cell of each contains, whatever its case. */
export interface RowQuery {
  /** The key of the column to sort by; empty for the order of the data. */
  readonly sort: string;
  readonly order: "ascending" | "descending";
  readonly filter: string;
}

/** The rows that a query asks for. */
export function findRows(
  { columns, rows }: ResultTable,
  { sort, order, filter }: RowQuery,
): ResultTable["rows"] {
  const wanted = filter.toLowerCase();
  const found = rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)));
  const at = columns.findIndex(({ key }) => key === sort);
  const factor = order === "ascending" ? 1 : -1;
  const value = (row: readonly string[]): string | number =>
    columns[at]?.numeric ? Number(row[at]) : (row[at] ?? "");
  const compare = (a: string | number, b: string | number): number => (a < b ? -factor : a > b ? factor : 0);
  return at < 0 ? found : found.toSorted((a, b) => compare(value(a), value(b)));
}
