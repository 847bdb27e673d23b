export { renderApproval, renderHtml } from "./render-html.js";
export { renderPage, type PageOptions } from "./render-page.js";
export { stylesheet } from "./stylesheet.js";
export { element, type HtmlAttributes, type HtmlElement, type HtmlNode, type HtmlTag } from "./html-node.js";
export type { HtmlOptions, HtmlRenderer, HtmlView } from "./html-options.js";
export type { RenderLimits } from "../model/limits.js";
export type { RenderableApproval, RenderableResult, ResultWarning } from "../model/result-frame.js";
