import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import { cutText } from "../model/cut-text.js";
import { renderCustomKind, renderValue, type ViewRenderers } from "../model/render-value.js";
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
import { imageLines, inlineImage, type ImageProtocol } from "./kinds/image.js";
import { markdownLines } from "./kinds/markdown.js";
import { tableLines } from "./kinds/table.js";
import { codeLines, textLines } from "./kinds/text.js";
import { treeLines } from "./kinds/tree.js";
import { wrapLine } from "./layout.js";
import { noteLines, printLines, type Line } from "./styled-text.js";

/** Renders the data of one kind as lines. The printer escapes control characters. */
export type TerminalRenderer = (
  value: AnyResultValue,
  view: { readonly width: number },
) => readonly Line[] | string;

/** Options of `renderTerminal`. */
export interface TerminalOptions {
  /** Columns. If unset, as for a pipe, lines do not wrap and tables are as wide as needed. */
  readonly width?: number;
  /** Whether to write colours. @default false */
  readonly color?: boolean;
  /** `none` writes a text description. @default "none" */
  readonly images?: ImageProtocol;
  /** Expand collapsed results. */
  readonly expand?: boolean;
  /** Renderers by kind: for custom kinds, or instead of the built-in ones. */
  readonly renderers?: { readonly [kind: string]: TerminalRenderer };
}

/** Renders one result, or several by priority, as text for a terminal or a pipe. */
export function renderTerminal(
  result: RenderableResult | readonly RenderableResult[],
  options: TerminalOptions = {},
): string {
  return byPriority(result)
    .map((one) => renderFrame(frameOf(one), options))
    .join("\n\n");
}

/** Renders an approval request: the action, its risk and its parameters. */
export function renderApproval(request: RenderableApproval, options: TerminalOptions = {}): string {
  return renderFrame(approvalFrame(request), options);
}

function renderFrame(frame: ResultFrame, options: TerminalOptions): string {
  const { width: columns = Number.POSITIVE_INFINITY, color = false, images = "none" } = options;
  const width = Number.isNaN(columns) ? 80 : Math.max(20, columns);
  // Custom renderers may return lines that are too wide.
  const print = (lines: readonly Line[]): string =>
    printLines(
      lines.flatMap((line) => wrapLine(line, width)),
      color,
    );
  const views: ViewRenderers<string> = {
    text: (text) => print(textLines(text, width)),
    markdown: (text) => print(markdownLines(text, width)),
    code: (code) => print(codeLines(code, width)),
    diff: (diff) => print(diffLines(diff, width)),
    table: (table) => print(tableLines(table, width)),
    tree: (tree) => print(treeLines(tree, width)),
    image: (image) => inlineImage(image, images, width) + print(imageLines(image, width)),
  };
  const body = (value: AnyResultValue): string => {
    const { collapsed, maxHeight } = value.display ?? {};
    if (collapsed === true && options.expand !== true && frame.outcome !== "failure")
      return print([[{ text: `▸ ${summaryOf(value)}` }, { text: "  collapsed", style: "muted" }]]);
    const { shown, notes } = renderCustomKind(options.renderers, value, { width });
    if (shown !== undefined) return typeof shown === "string" ? views.text(cutText(shown)) : print(shown);
    return joinBlocks([renderValue(value, views, maxHeight) ?? "", print(noteLines(notes))], "\n");
  };
  const parts = [print(headLines(frame, width)), ...frame.values.map(body), print(footLines(frame, width))];
  return joinBlocks(parts, "\n\n");
}

function joinBlocks(blocks: readonly string[], between: string): string {
  return blocks.filter((block) => block !== "").join(between);
}
