import { pairLines, type DiffLine, type DiffModel } from "../../model/diff-model.js";
import { element, noteNodes, type HtmlElement, type HtmlNode } from "../html-node.js";
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
  return element(
    "div",
    { class: "tk-block" },
    element(
      "div",
      { class: "tk-bar" },
      element("span", { class: "tk-path" }, diff.path),
      ...(diff.isNew ? [element("span", { class: "tk-badge" }, "new file")] : []),
      element(
        "span",
        { class: "tk-count" },
        element("span", { class: "tk-plus" }, `+${diff.added}`),
        " ",
        element("span", { class: "tk-minus" }, `−${diff.removed}`),
      ),
    ),
    ...(diff.blocks.length === 0
      ? noteNodes(["no differences"])
      : [
          element(
            "div",
            {
              class: "tk-scroll",
              tabindex: 0,
              role: "region",
              "aria-label": label,
            },
            table,
          ),
        ]),
    ...noteNodes(diff.notes),
  );
}

function gapRow(columns: number): HtmlElement {
  return element("tr", { class: "tk-gap" }, element("td", { colspan: columns }, "⋯"));
}

function unifiedRows(lines: readonly DiffLine[]): HtmlElement[] {
  return lines.map((line) =>
    element(
      "tr",
      { class: `tk-${line.type}` },
      numberCell(line.oldNumber),
      numberCell(line.newNumber),
      textCell(line),
    ),
  );
}

function sideBySideRows(lines: readonly DiffLine[]): HtmlElement[] {
  return pairLines(lines).map(({ before, after }) =>
    element("tr", {}, ...side(before, before?.oldNumber), ...side(after, after?.newNumber)),
  );
}

function side(line: DiffLine | undefined, number: number | undefined): HtmlElement[] {
  if (line === undefined)
    return [element("td", { class: "tk-number tk-none" }), element("td", { class: "tk-none" })];
  return [numberCell(number), textCell(line)];
}

function numberCell(number: number | undefined): HtmlElement {
  return element("td", { class: "tk-number" }, number === undefined ? "" : String(number));
}

function textCell({ type, parts }: DiffLine): HtmlElement {
  const text = parts.map(({ text: part, changed }) =>
    changed ? element("span", { class: "tk-word" }, part) : part,
  );
  return element(
    "td",
    { class: `tk-change tk-${type}` },
    element("span", { class: "tk-mark" }, marks[type]),
    ...text,
  );
}
