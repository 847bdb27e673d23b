import { approvalFrame, type RenderableApproval } from "../model/approval-frame.js";
import { contentOf, renderOwnKind, showContent, type ContentViews } from "../model/content.js";
import { limitsFrom } from "../model/limits.js";
import {
  byPriority,
  frameOf,
  summaryOf,
  type RenderableResult,
  type ResultFrame,
} from "../model/result-frame.js";
import { footLines, headLines } from "./frame-lines.js";
import { codeLines } from "./kinds/code.js";
import { diffLines } from "./kinds/diff.js";
import { fileListLines } from "./kinds/file-list.js";
import { imageLines, inlineImage } from "./kinds/image.js";
import { markdownLines } from "./kinds/markdown.js";
import { tableLines } from "./kinds/table.js";
import { textLines } from "./kinds/text.js";
import { treeLines } from "./kinds/tree.js";
import { wrapLine } from "./layout.js";
import { noteLines, printLines, type Line } from "./styled-text.js";
import type { TerminalOptions, TerminalView } from "./terminal-options.js";

/** Columns from which both sides of a difference have room beside each other. */
const sideBySideWidth = 140;

/** Shows a result, or several with the most prominent first, as text for a terminal or a pipe. */
export function renderTerminal(
  result: RenderableResult | readonly RenderableResult[],
  options: TerminalOptions = {},
): string {
  return byPriority(result)
    .map((one) => renderFrame(frameOf(one, options.warnings), options))
    .join("\n\n");
}

/** Shows a request for approval: what would happen, how risky it is, and with which parameters. */
export function renderApproval(request: RenderableApproval, options: TerminalOptions = {}): string {
  return renderFrame(approvalFrame(request), options);
}

function renderFrame(frame: ResultFrame, options: TerminalOptions): string {
  const view = viewOf(frame, options);
  const values = frame.hasData ? [frame.value, ...frame.parts] : frame.parts;
  const blocks = [
    printed(headLines(frame, view), view),
    ...values.map((value) => body({ ...frame, value }, view, options)),
    printed(footLines(frame, view), view),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function viewOf({ value }: ResultFrame, options: TerminalOptions): TerminalView {
  const { width = Number.POSITIVE_INFINITY, diff = "auto" } = options;
  return {
    width: Number.isNaN(width) ? 80 : Math.max(20, width),
    color: options.color === true,
    images: options.images ?? "none",
    diff:
      diff === "auto"
        ? width >= sideBySideWidth && Number.isFinite(width)
          ? "side-by-side"
          : "unified"
        : diff,
    lineNumbers: options.lineNumbers ?? Number.isFinite(width),
    limits: limitsFrom(options.limits, value.display?.maxHeight),
  };
}

/** Prints lines; whatever a renderer made, none is wider than the terminal. */
function printed(lines: readonly Line[], { color, width }: TerminalView): string {
  return printLines(
    lines.flatMap((line) => wrapLine(line, width)),
    color,
  );
}

function body({ value, outcome }: ResultFrame, view: TerminalView, options: TerminalOptions): string {
  const { renderers = {}, expand = false } = options;
  if (value.display?.collapsed === true && !expand && outcome !== "failure") {
    return printed([[{ text: `▸ ${summaryOf(value)}` }, { text: "  collapsed", style: "muted" }]], view);
  }
  const own = renderOwnKind(renderers, value, view);
  if (own.shown !== undefined) {
    return printed(typeof own.shown === "string" ? textLines(own.shown, view) : own.shown, view);
  }
  const content = contentOf(value, view.limits);
  const inline = content.view === "image" ? inlineImage(content.image, view.images) : undefined;
  const text = printed([...showContent(content, view, views), ...noteLines(own.notes)], view);
  return inline === undefined ? text : `${inline}\n${text}`;
}

const views: ContentViews<Line[], TerminalView> = {
  text: ({ text }, view) => textLines(text, view),
  markdown: ({ text }, view) => markdownLines(text, view),
  code: codeLines,
  diff: ({ diff }, view) => diffLines(diff, view),
  "file-list": ({ list }, view) => fileListLines(list, view),
  table: ({ table }, view) => tableLines(table, view),
  tree: ({ tree }, view) => treeLines(tree, view),
  image: ({ image }, view) => imageLines(image, view),
  hidden: () => noteLines([]),
};
