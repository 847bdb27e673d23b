import type { AnyResultValue } from "@toolkiln/runtime/kinds";
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
import { footNodes, headNodes } from "./frame-nodes.js";
import { element, styled, noteNodes, type HtmlNode } from "./html-node.js";
import { diffNode } from "./kinds/diff.js";
import { markdownNode } from "./kinds/markdown.js";
import { tableNode } from "./kinds/table.js";
import { codeNode, textNode } from "./kinds/text.js";
import { treeNode } from "./kinds/tree.js";
import { imageNode } from "./kinds/value.js";
import { printHtml } from "./print-html.js";

/** Renders the data of one kind as nodes. The printer escapes their text. */
export type HtmlRenderer = (value: AnyResultValue) => HtmlNode;

/** Options of `renderHtml`. */
export interface HtmlOptions {
  /** Renderers by kind: for custom kinds, or instead of the built-in ones. */
  readonly renderers?: { readonly [kind: string]: HtmlRenderer };
  /** Prefix of input names in sortable tables; must differ between results on one page. @default "tk" */
  readonly idPrefix?: string;
}

/** Renders one result, or several by priority, as an HTML fragment without scripts. */
export function renderHtml(
  result: RenderableResult | readonly RenderableResult[],
  options: HtmlOptions = {},
): string {
  return printFrames(byPriority(result).map(frameOf), options);
}

/** Renders an approval request: the action, its risk and its parameters. You add the buttons. */
export function renderApproval(request: RenderableApproval, options: HtmlOptions = {}): string {
  return printFrames([approvalFrame(request)], options);
}

function printFrames(
  frames: readonly ResultFrame[],
  { idPrefix = "tk", renderers = {} }: HtmlOptions,
): string {
  let names = 0;
  const views: ViewRenderers<HtmlNode> = {
    text: textNode,
    markdown: markdownNode,
    code: codeNode,
    diff: diffNode,
    table: (table) => tableNode(table, () => `${idPrefix}-${(names += 1)}`),
    tree: treeNode,
    image: imageNode,
  };
  const bodiesOf = ({ values, outcome }: ResultFrame): HtmlNode[] =>
    values.flatMap((value) => {
      const { collapsed, maxHeight } = value.display ?? {};
      const { shown, notes } = renderCustomKind(renderers, value, undefined);
      const data = shown ?? renderValue(value, views);
      if (data === undefined) return [];
      const body = limitHeight(styled("div", "tk-body", data, ...noteNodes(notes)), maxHeight);
      if (collapsed !== true || outcome === "failure") return [body];
      return [styled("details", "tk-collapsed", element("summary", {}, summaryOf(value)), body)];
    });
  const printFrame = (frame: ResultFrame): string => {
    const parts = [...headNodes(frame), ...bodiesOf(frame), ...footNodes(frame)];
    return printHtml(styled("article", `tk-result tk-is-${frame.outcome}`, ...parts));
  };
  return frames.map(printFrame).join("\n");
}

/** Wraps tall content in a scroll container; a terminal truncates it instead. */
function limitHeight(body: HtmlNode, maxHeight: number | undefined): HtmlNode {
  if (maxHeight === undefined) return body;
  const region = { tabindex: 0, role: "region", "aria-label": "Data" };
  return element("div", { class: "tk-limited", style: `--tk-lines:${maxHeight}`, ...region }, body);
}
