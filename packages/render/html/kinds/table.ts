import { ranksOf, type TableModel } from "../../model/table-model.js";
import {
  element,
  noteNodes,
  pathBar,
  scrollable,
  styled,
  type HtmlElement,
  type HtmlNode,
} from "../html-node.js";
import { maxSortedColumns } from "../stylesheet.js";
import { valueNode } from "./value.js";

/** A table with an optional title. Columns sort without JavaScript: with radio buttons and CSS. */
export function tableNode({ title, columns, rows, notes }: TableModel, uniqueName: () => string): HtmlNode {
  const empty = columns.length === 0 ? ["no columns"] : rows.length === 0 ? ["no rows"] : [];
  const name = rows.length > 1 && columns.length <= maxSortedColumns ? uniqueName() : undefined;
  const table = gridNode(
    columns.map(({ align }) => align),
    columns.map(({ label }, index) => [label, ...(name === undefined ? [] : [sortNode(label, index, name)])]),
    rows.map((row) => row.map((cell) => [valueNode(cell)])),
    name === undefined ? [] : columns.map((_, index) => ranksOf(rows, index)),
  );
  const bar = title === undefined ? [] : [pathBar(title)];
  const original = element("input", { type: "radio", name, checked: true });
  return styled(
    "div",
    "tk-block",
    ...bar,
    ...(columns.length === 0 ? [] : [table]),
    ...(name === undefined ? [] : [styled("label", "tk-unsort", original, " Original order")]),
    ...noteNodes([...empty, ...notes]),
  );
}

function sortNode(label: string, index: number, name: string): HtmlElement {
  const buttons = ["ascending", "descending"].map((order) => {
    const title = `Sort by ${label.slice(0, 100)}, ${order}`;
    const classes = `tk-${order} tk-${order}-${index}`;
    return element("input", { type: "radio", name, class: classes, "aria-label": title, title });
  });
  return styled("span", "tk-sort", ...buttons);
}

/** A header row and rows of cells; `ranks` has, per column, the position of each row when sorted by it. */
export function gridNode(
  aligns: readonly (string | null)[],
  heads: readonly (readonly HtmlNode[])[],
  rows: readonly (readonly (readonly HtmlNode[])[])[],
  ranks: readonly (readonly (number | undefined)[])[] = [],
): HtmlElement {
  const cell = (tag: "th" | "td", nodes: readonly HtmlNode[], index: number): HtmlElement => {
    const common = { class: `tk-${aligns[index] ?? "left"}`, dir: "auto" };
    const kind = tag === "th" ? { role: "columnheader", scope: "col" } : { role: "cell" };
    return element(tag, { ...common, ...kind }, ...nodes);
  };
  const head = heads.map((nodes, index) => cell("th", nodes, index));
  const body = rows.map((cells, row) => {
    const style = ranks
      .map((rank, column) => (rank[row] === undefined ? "" : `--tk-s${column}:${rank[row]};`))
      .join("");
    const attributes = { role: "row", ...(style !== "" && { style }) };
    return element("tr", attributes, ...cells.map((nodes, index) => cell("td", nodes, index)));
  });
  // CSS grid layout removes the table roles, so set them explicitly.
  const table = element(
    "table",
    { class: ranks.length === 0 ? "tk-table" : `tk-table tk-grid tk-grid-${ranks.length}`, role: "table" },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...head)),
    element("tbody", { role: "rowgroup" }, ...body),
  );
  return scrollable("div", "tk-scroll", "Table", table);
}
