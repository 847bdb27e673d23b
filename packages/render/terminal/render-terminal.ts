import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import { contentOf, renderContent, renderCustomKind, type ViewRenderers } from "../model/content.js";
import { cutText } from "../model/cut-text.js";
import { limitsFrom } from "../model/limits.js";
import {
  approvalFrame,
  byPriority,
  frameOf,
  summaryOf,
  type RenderableApproval,
  type RenderableResult,
  type ResultFrame,
} from "../model/result-frame.js";
import { footLines, headLines } from "./frame-lines.js";
import { diffLines } from "./kinds/diff.js";
import { imageLines, inlineImage } from "./kinds/image.js";
import { markdownLines } from "./kinds/markdown.js";
import { tableLines } from "./kinds/table.js";
import { codeLines, textLines } from "./kinds/text.js";
import { treeLines } from "./kinds/tree.js";
import { wrapLine } from "./layout.js";
import { noteLines, printLines, type Line } from "./styled-text.js";
import type { TerminalOptions, TerminalView } from "./terminal-options.js";

/** Minimum columns for a side-by-side diff. */
const sideBySideWidth = 140;

/** Renders one result, or several by priority, as text for a terminal or a pipe. */
export function renderTerminal(
  result: RenderableResult | readonly RenderableResult[],
  options: TerminalOptions = {},
): string {
  return byPriority(result)
    .map((one) => renderFrame(frameOf(one, options.warnings), options))
    .join("\n\n");
}

/** Renders an approval request: the action, its risk and its parameters. */
export function renderApproval(request: RenderableApproval, options: TerminalOptions = {}): string {
  return renderFrame(approvalFrame(request), options);
}

function renderFrame(frame: ResultFrame, options: TerminalOptions): string {
  const view = viewOf(frame, options);
  // Custom renderers may return lines that are too wide.
  const print = (lines: readonly Line[]): string =>
    printLines(
      lines.flatMap((line) => wrapLine(line, view.width)),
      options.color === true,
    );
  const blocks = [
    print(headLines(frame, view)),
    ...frame.values.map((value) => {
      const { lines, sequence } = bodyOf(value, frame, view, options);
      return sequence === undefined ? print(lines) : `${sequence}\n${print(lines)}`;
    }),
    print(footLines(frame, view)),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function viewOf({ values }: ResultFrame, options: TerminalOptions): TerminalView {
  const { width = Number.POSITIVE_INFINITY, diff = "auto" } = options;
  const isTerminal = Number.isFinite(width);
  const automatic = isTerminal && width >= sideBySideWidth ? "side-by-side" : "unified";
  return {
    width: Number.isNaN(width) ? 80 : Math.max(20, width),
    diff: diff === "auto" ? automatic : diff,
    lineNumbers: isTerminal,
    limits: limitsFrom(options.limits, values[0]?.display?.maxHeight),
  };
}

/** The lines of a value and, for an image, its escape sequence. */
function bodyOf(
  value: AnyResultValue,
  { outcome }: ResultFrame,
  view: TerminalView,
  { renderers = {}, expand = false, images = "none" }: TerminalOptions,
): { readonly lines: readonly Line[]; readonly sequence?: string | undefined } {
  if (value.display?.collapsed === true && !expand && outcome !== "failure")
    return { lines: [[{ text: `▸ ${summaryOf(value)}` }, { text: "  collapsed", style: "muted" }]] };
  const { shown, notes } = renderCustomKind(renderers, value, view);
  if (shown !== undefined)
    return { lines: typeof shown === "string" ? textLines(cutText(shown, view.limits), view) : shown };
  const content = contentOf(value, view.limits);
  const lines = [...renderContent(content, viewRenderers, view), ...noteLines(notes)];
  return { lines, sequence: content.view === "image" ? inlineImage(content.shown, images, view) : undefined };
}

const viewRenderers: ViewRenderers<Line[], TerminalView> = {
  text: textLines,
  markdown: markdownLines,
  code: codeLines,
  diff: diffLines,
  table: tableLines,
  tree: treeLines,
  image: imageLines,
  hidden: () => [],
};
