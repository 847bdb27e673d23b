import { pairLines, type DiffLine, type DiffModel, type DiffPair } from "../../model/diff-model.js";
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

const marks: Readonly<Record<DiffLine["type"], string>> = { context: " ", added: "+", removed: "-", gap: "" };

/** A diff: the file and counts, then the changed lines, unified or side by side. */
export function diffNode(diff: DiffModel, view: HtmlView): HtmlNode {
  const label = `Changes of ${diff.path}`.slice(0, 200);
  const isUnified = view.diff === "unified" || diff.isNew;
  const rows = isUnified ? diff.lines.map(lineRow) : pairLines(diff.lines).map(pairRow);
  const attributes = { class: isUnified ? "tk-diff" : "tk-diff tk-side-by-side", "aria-label": label };
  const table = element("table", attributes, element("tbody", {}, ...rows));
  const added = styled("span", "tk-plus", `+${diff.added}`);
  const removed = styled("span", "tk-minus", `−${diff.removed}`);
  const counts = styled("span", "tk-count", added, " ", removed);
  const badges = diff.isNew ? [styled("span", "tk-badge", "new file")] : [];
  const isSame = diff.lines.length === 0;
  const body = isSame ? noteNodes(["no differences"]) : [scrollable("div", "tk-scroll", label, table)];
  return styled("div", "tk-block", pathBar(diff.path, ...badges, counts), ...body, ...noteNodes(diff.notes));
}

function lineRow(line: DiffLine): HtmlElement {
  if (line.type === "gap") return gapRow(line, 3);
  const numbers = [numberCell(line.oldNumber), numberCell(line.newNumber)];
  return styled("tr", `tk-${line.type}`, ...numbers, textCell(line));
}

function pairRow({ before, after }: DiffPair): HtmlElement {
  if (before?.type === "gap") return gapRow(before, 4);
  return element("tr", {}, ...sideCells(before, before?.oldNumber), ...sideCells(after, after?.newNumber));
}

function sideCells(line: DiffLine | undefined, number: number | undefined): HtmlElement[] {
  if (line === undefined) return [styled("td", "tk-number tk-none"), styled("td", "tk-none")];
  return [numberCell(number, ` tk-${line.type}`), textCell(line)];
}

function gapRow({ parts }: DiffLine, columns: number): HtmlElement {
  return styled("tr", "tk-gap", element("td", { colspan: columns }, ...parts.map(({ text }) => text)));
}

function numberCell(number: number | undefined, type = ""): HtmlElement {
  return styled("td", `tk-number${type}`, number?.toString() ?? "");
}

function textCell({ type, parts }: DiffLine): HtmlElement {
  const text = parts.map(({ text: part, changed }) => (changed ? styled("span", "tk-word", part) : part));
  return styled("td", `tk-change tk-${type}`, styled("span", "tk-mark", marks[type]), ...text);
}
