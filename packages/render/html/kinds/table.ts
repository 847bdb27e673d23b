import { ranksOf, type TableCell, type TableColumn, type TableModel } from "../../model/table-model.js";
import { element, noteNodes, scrollable, styled, type HtmlElement, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { maxGridColumns, maxSortedColumns } from "../stylesheet.js";
import { valueNode } from "./value.js";

/** A table whose columns sort without any script: each header holds two radio buttons, and style does the rest. */
export function tableNode({ columns, rows, notes }: TableModel, view: HtmlView, label = "Table"): HtmlNode {
  if (columns.length === 0) return element("div", {}, ...noteNodes(["no columns", ...notes]));
  const sorts = rows.length > 1 && columns.length <= maxSortedColumns;
  const ranks = sorts ? columns.map((_, index) => ranksOf(rows, index)) : [];
  const name = sorts ? view.uniqueName() : "";
  const body = rows.map((row, index) =>
    bodyRow(
      row,
      columns,
      ranks.map((rank) => rank[index] ?? 0),
    ),
  );
  const layout = columns.length <= maxGridColumns ? ` tk-grid tk-columns-${columns.length}` : "";
  const heads = columns.map((column, index) => headCell(column, index, name));
  const table = element(
    "table",
    { class: `tk-table${layout}`, role: "table", "aria-label": label },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
    element("tbody", { role: "rowgroup" }, ...body),
  );
  const shown = scrollable("div", "tk-scroll", label, table, ...(sorts ? [resetNode(name)] : []));
  return styled("div", "tk-block", shown, ...noteNodes(rows.length === 0 ? ["no rows", ...notes] : notes));
}

function bodyRow(
  row: readonly TableCell[],
  columns: readonly TableColumn[],
  ranks: readonly number[],
): HtmlElement {
  const style = ranks.map((rank, index) => `--tk-s${index}:${rank}`).join(";");
  const cells = row.map((cell, index) =>
    element("td", { role: "cell", dir: "auto", class: alignClass(columns[index]) }, valueNode(cell)),
  );
  return element("tr", { role: "row", ...(style !== "" && { style }) }, ...cells);
}

function headCell(column: TableColumn, index: number, name: string): HtmlElement {
  const buttons = [sortButton(column, index, name, "up"), sortButton(column, index, name, "down")];
  const sort = name === "" ? [] : [styled("span", "tk-sort", ...buttons)];
  return element(
    "th",
    { role: "columnheader", scope: "col", class: alignClass(column) },
    styled("span", "tk-label", column.label),
    ...sort,
  );
}

function sortButton(
  { label }: TableColumn,
  index: number,
  name: string,
  direction: "up" | "down",
): HtmlElement {
  const says = `Sort by ${label}, ${direction === "up" ? "ascending" : "descending"}`;
  return element("input", {
    type: "radio",
    name,
    class: `tk-sort-${direction} tk-sort-${index}-${direction}`,
    "aria-label": says.slice(0, 200),
    title: says.slice(0, 200),
  });
}

function resetNode(name: string): HtmlElement {
  return styled(
    "label",
    "tk-reset",
    element("input", { type: "radio", name, checked: true }),
    " as returned",
  );
}

function alignClass(column: TableColumn | undefined): string {
  return `tk-${column?.align ?? "left"}`;
}
