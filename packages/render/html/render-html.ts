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
import { footNodes, headNodes } from "./frame-nodes.js";
import { element, styled, noteNodes, type HtmlNode } from "./html-node.js";
import type { HtmlOptions, HtmlView } from "./html-options.js";
import { codeNode } from "./kinds/code.js";
import { diffNode } from "./kinds/diff.js";
import { fileListNode } from "./kinds/file-list.js";
import { imageNode } from "./kinds/image.js";
import { markdownNode } from "./kinds/markdown.js";
import { tableNode } from "./kinds/table.js";
import { textNode } from "./kinds/text.js";
import { treeNode } from "./kinds/tree.js";
import { printHtml } from "./print-html.js";

/** Shows a result, or several with the most prominent first, as a piece of HTML that can only be looked at. */
export function renderHtml(
  result: RenderableResult | readonly RenderableResult[],
  options: HtmlOptions = {},
): string {
  let names = 0;
  const uniqueName = (): string => {
    names += 1;
    return `${options.idPrefix ?? "tk"}-${names}`;
  };
  return byPriority(result)
    .map((one) => printHtml(frameNode(frameOf(one, options.warnings), options, uniqueName)))
    .join("\n");
}

/** Shows a request for approval: what would happen, how risky it is, and with which parameters. Buttons are the page's. */
export function renderApproval(request: RenderableApproval, options: HtmlOptions = {}): string {
  return printHtml(frameNode(approvalFrame(request), options, () => options.idPrefix ?? "tk"));
}

function frameNode(frame: ResultFrame, options: HtmlOptions, uniqueName: () => string): HtmlNode {
  const { remoteImages = "link", diff = "unified" } = options;
  const view: HtmlView = { remoteImages, diff, limits: limitsFrom(options.limits), uniqueName };
  const values = frame.hasData ? [frame.value, ...frame.parts] : frame.parts;
  const body = values.flatMap((value) => bodyNodes({ ...frame, value }, view, options));
  return styled(
    "article",
    `tk-result tk-is-${frame.outcome}`,
    ...headNodes(frame),
    ...body,
    ...footNodes(frame),
  );
}

function bodyNodes({ value, outcome }: ResultFrame, view: HtmlView, options: HtmlOptions): HtmlNode[] {
  const { renderers = {}, expand = false } = options;
  const own = renderOwnKind(renderers, value, view);
  const body = own.shown ?? showContent(contentOf(value, view.limits), view, views);
  if (body === "") return [];
  const shown = limitHeight(
    styled("div", "tk-body", body, ...noteNodes(own.notes)),
    value.display?.maxHeight,
  );
  if (value.display?.collapsed !== true || expand || outcome === "failure") return [shown];
  return [styled("details", "tk-collapsed", element("summary", {}, summaryOf(value)), shown)];
}

/** A page scrolls where a terminal cuts. */
function limitHeight(body: HtmlNode, maxHeight: unknown): HtmlNode {
  if (typeof maxHeight !== "number" || !(maxHeight >= 1) || maxHeight > 100_000) return body;
  const style = `--tk-lines:${Math.floor(maxHeight)}`;
  return element(
    "div",
    { class: "tk-limited", style, tabindex: 0, role: "region", "aria-label": "Data" },
    body,
  );
}

const views: ContentViews<HtmlNode, HtmlView> = {
  text: ({ text }, view) => textNode(text, view),
  markdown: ({ text }, view) => markdownNode(text, view),
  code: codeNode,
  diff: ({ diff }, view) => diffNode(diff, view),
  "file-list": ({ list }, view) => fileListNode(list, view),
  table: ({ table }, view) => tableNode(table, view),
  tree: ({ tree }) => treeNode(tree),
  image: ({ image }, view) => imageNode(image, view),
  hidden: () => "",
};
