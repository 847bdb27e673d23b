import { pairLines, type DiffLine, type DiffModel } from "../../model/diff-model.js";
import {
  element,
  noteNodes,
  pathBar,
  scrollable,
  styled,
  type HtmlElement,
  type HtmlNode,
} from "../html-node.js";
import type { HtmlView } from "../html-options.js";

const marks: Readonly<Record<DiffLine["type"], string>> = { context: " ", added: "+", removed: "-" };

/** A difference: its file and counts, then the changed lines, one column or two. */
export function diffNode(diff: DiffModel, view: HtmlView): HtmlNode {
  const rowsOf = view.diff === "side-by-side" ? sideBySideRows : unifiedRows;
  const label = `Changes of ${diff.path}`.slice(0, 200);
  const columns = view.diff === "side-by-side" ? 4 : 3;
  const bodies = diff.blocks.map((block, index) =>
    element("tbody", {}, ...(index > 0 ? [gapRow(columns)] : []), ...rowsOf(block.lines)),
  );
  const table = element("table", { class: `tk-diff tk-${view.diff}`, "aria-label": label }, ...bodies);
  const added = styled("span", "tk-plus", `+${diff.added}`);
  const removed = styled("span", "tk-minus", `−${diff.removed}`);
  const counts = styled("span", "tk-count", added, " ", removed);
  const badges = diff.isNew ? [styled("span", "tk-badge", "new file")] : [];
  const isSame = diff.blocks.length === 0;
  const body = isSame ? noteNodes(["no differences"]) : [scrollable("div", "tk-scroll", label, table)];
  return styled("div", "tk-block", pathBar(diff.path, ...badges, counts), ...body, ...noteNodes(diff.notes));
}

function gapRow(columns: number): HtmlElement {
  return styled("tr", "tk-gap", element("td", { colspan: columns }, "⋯"));
}

function unifiedRows(lines: readonly DiffLine[]): HtmlElement[] {
  return lines.map((line) =>
    styled("tr", `tk-${line.type}`, numberCell(line.oldNumber), numberCell(line.newNumber), textCell(line)),
  );
}

function sideBySideRows(lines: readonly DiffLine[]): HtmlElement[] {
  return pairLines(lines).map(({ before, after }) =>
    element("tr", {}, ...side(before, before?.oldNumber), ...side(after, after?.newNumber)),
  );
}

function side(line: DiffLine | undefined, number: number | undefined): HtmlElement[] {
  if (line === undefined) return [styled("td", "tk-number tk-none"), styled("td", "tk-none")];
  return [numberCell(number), textCell(line)];
}

function numberCell(number: number | undefined): HtmlElement {
  return styled("td", "tk-number", number === undefined ? "" : String(number));
}

function textCell({ type, parts }: DiffLine): HtmlElement {
  const text = parts.map(({ text: part, changed }) => (changed ? styled("span", "tk-word", part) : part));
  return styled("td", `tk-change tk-${type}`, styled("span", "tk-mark", marks[type]), ...text);
}
