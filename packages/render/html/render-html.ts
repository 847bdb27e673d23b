import { contentOf, renderOwnKind, type Content } from "../model/content.js";
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
  const body = own.shown ?? contentNode(contentOf(value, view.limits), view);
  if (body === "") return [];
  const shown = limitHeight(
    styled("div", "tk-body", body, ...noteNodes(own.notes)),
    value.display?.maxHeight,
  );
  if (value.display?.collapsed !== true || expand || outcome === "failure") return [shown];
  return [styled("details", "tk-collapsed", element("summary", {}, summaryOf(value)), shown)];
}

/** HTML scrolls; a terminal truncates. */
function limitHeight(body: HtmlNode, maxHeight: unknown): HtmlNode {
  if (typeof maxHeight !== "number" || !(maxHeight >= 1) || maxHeight > 100_000) return body;
  const style = `--tk-lines:${Math.floor(maxHeight)}`;
  return element(
    "div",
    { class: "tk-limited", style, tabindex: 0, role: "region", "aria-label": "Data" },
    body,
  );
}

function contentNode(content: Content, view: HtmlView): HtmlNode {
  switch (content.view) {
    case "text":
      return textNode(content.text, view);
    case "markdown":
      return markdownNode(content.text, view);
    case "code":
      return codeNode(content, view);
    case "diff":
      return diffNode(content.diff, view);
    case "table":
      return tableNode(content.table, view);
    case "tree":
      return treeNode(content.tree);
    case "image":
      return imageNode(content.image, view);
    case "hidden":
      return "";
    default:
      return content satisfies never;
  }
}
