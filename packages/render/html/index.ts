export { renderApproval, renderHtml, type HtmlOptions, type HtmlRenderer } from "./render-html.js";
export { renderPage, type PageOptions } from "./render-page.js";
export { stylesheet } from "./stylesheet.js";
export { element, type HtmlAttributes, type HtmlElement, type HtmlNode, type HtmlTag } from "./html-node.js";
export type { RenderableApproval, RenderableResult } from "../model/result-frame.js";
