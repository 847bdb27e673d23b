import type { DiffLine, DiffModel } from "../../model/diff-model.js";
import {
  element,
  noteNodes,
  pathBar,
  scrollable,
  styled,
  type HtmlElement,
  type HtmlNode,
} from "../html-node.js";

/** A diff: the file and counts, then the changed lines. */
export function diffNode({ path, isNew, added, removed, lines, notes }: DiffModel): HtmlNode {
  const label = `Changes in ${path}`.slice(0, 200);
  const rows = element("tbody", {}, ...lines.map(lineRow));
  const table = element("table", { class: "tk-diff", "aria-label": label }, rows);
  const plus = styled("span", "tk-plus", `+${added}`);
  const minus = styled("span", "tk-minus", `−${removed}`);
  const counts = styled("span", "tk-count", plus, " ", minus);
  const badges = isNew ? [styled("span", "tk-badge", "new file")] : [];
  const body = lines.length === 0 ? [] : [scrollable("div", "tk-scroll", label, table)];
  return styled("div", "tk-block", pathBar(path, ...badges, counts), ...body, ...noteNodes(notes));
}

function lineRow({ type, oldNumber, newNumber, sign, text }: DiffLine): HtmlElement {
  if (type === "gap") return styled("tr", "tk-gap", element("td", { colspan: 3 }, text));
  const numbers = [oldNumber, newNumber].map((number) => styled("td", "tk-number", number?.toString() ?? ""));
  const change = styled("td", `tk-change tk-${type}`, styled("span", "tk-mark", sign), text);
  return styled("tr", `tk-${type}`, ...numbers, change);
}
