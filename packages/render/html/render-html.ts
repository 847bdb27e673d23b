import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import { contentOf, renderContent, renderCustomKind, type ViewRenderers } from "../model/content.js";
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
import { footNodes, headNodes } from "./frame-nodes.js";
import { element, styled, noteNodes, type HtmlNode } from "./html-node.js";
import type { HtmlOptions, HtmlView } from "./html-options.js";
import { diffNode } from "./kinds/diff.js";
import { markdownNode } from "./kinds/markdown.js";
import { tableNode } from "./kinds/table.js";
import { codeNode, textNode } from "./kinds/text.js";
import { treeNode } from "./kinds/tree.js";
import { imageNode } from "./kinds/value.js";
import { printHtml } from "./print-html.js";

/** Renders one result, or several by priority, as an HTML fragment without scripts. */
export function renderHtml(
  result: RenderableResult | readonly RenderableResult[],
  options: HtmlOptions = {},
): string {
  const view = viewOf(options);
  return byPriority(result)
    .map((one) => printHtml(frameNode(frameOf(one, options.warnings), view, options)))
    .join("\n");
}

/** Renders an approval request: the action, its risk and its parameters. You add the buttons. */
export function renderApproval(request: RenderableApproval, options: HtmlOptions = {}): string {
  return printHtml(frameNode(approvalFrame(request), viewOf(options), options));
}

function viewOf({ remoteImages = "link", diff = "unified", limits, idPrefix = "tk" }: HtmlOptions): HtmlView {
  let names = 0;
  const uniqueName = (): string => `${idPrefix}-${(names += 1)}`;
  return { remoteImages, diff, uniqueName, limits: limitsFrom(limits) };
}

function frameNode(frame: ResultFrame, view: HtmlView, options: HtmlOptions): HtmlNode {
  const body = frame.values.flatMap((value) => bodyNodes(value, frame, view, options));
  return styled(
    "article",
    `tk-result tk-is-${frame.outcome}`,
    ...headNodes(frame),
    ...body,
    ...footNodes(frame),
  );
}

function bodyNodes(
  value: AnyResultValue,
  { outcome }: ResultFrame,
  view: HtmlView,
  options: HtmlOptions,
): HtmlNode[] {
  const own = renderCustomKind(options.renderers ?? {}, value, view);
  const body = own.shown ?? renderContent(contentOf(value, view.limits), viewRenderers, view);
  if (body === "") return [];
  const shown = limitHeight(
    styled("div", "tk-body", body, ...noteNodes(own.notes)),
    value.display?.maxHeight,
  );
  if (value.display?.collapsed !== true || options.expand === true || outcome === "failure") return [shown];
  return [styled("details", "tk-collapsed", element("summary", {}, summaryOf(value)), shown)];
}

/** Wraps tall content in a scroll container; a terminal truncates it instead. */
function limitHeight(body: HtmlNode, maxHeight: unknown): HtmlNode {
  if (typeof maxHeight !== "number" || !(maxHeight >= 1) || maxHeight > 100_000) return body;
  const style = `--tk-lines:${Math.floor(maxHeight)}`;
  return element(
    "div",
    { class: "tk-limited", style, tabindex: 0, role: "region", "aria-label": "Data" },
    body,
  );
}

const viewRenderers: ViewRenderers<HtmlNode, HtmlView> = {
  text: textNode,
  markdown: markdownNode,
  code: codeNode,
  diff: diffNode,
  table: tableNode,
  tree: treeNode,
  image: imageNode,
  hidden: () => "",
};
