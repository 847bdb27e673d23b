import type { MarkedToken, Tokens } from "marked";
import { codeOf } from "../../model/content.js";
import { imageOfAddress } from "../../model/image-source.js";
import { knownTokens, plainText, type MarkdownText } from "../../model/markdown-tokens.js";
import { element, noteNodes, styled, type HtmlElement, type HtmlNode, type HtmlTag } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { gridNode } from "./table.js";
import { codeNode, textNode } from "./text.js";
import { linkNode, pictureNode } from "./value.js";

/** Markdown as elements: HTML in the text stays text. */
export function markdownNode(text: MarkdownText, view: HtmlView): HtmlNode {
  const { tokens, notes } = text;
  if (tokens === undefined) return textNode(text);
  const nodes = [...blockNodes(tokens, view), ...noteNodes(notes)];
  return element("div", { class: "tk-markdown", dir: "auto" }, ...nodes);
}

// `h1` and `h2` are left to the page.
const headings: readonly HtmlTag[] = ["h3", "h4", "h5", "h6", "h6", "h6"];

function blockNodes(tokens: readonly MarkedToken[], view: HtmlView): HtmlNode[] {
  return tokens.map((token) => blockNode(token, view));
}

function blockNode(token: MarkedToken, view: HtmlView): HtmlNode {
  if (token.type === "heading")
    return element(headings[token.depth - 1] ?? "h6", {}, ...inlineNodes(token.tokens, view));
  if (token.type === "paragraph") return element("p", {}, ...inlineNodes(token.tokens, view));
  if (token.type === "text") return element("span", {}, ...inlineNodes(token.tokens ?? [token], view));
  if (token.type === "code") return codeNode(codeOf(token.text, token.lang, view.limits));
  if (token.type === "blockquote")
    return element("blockquote", {}, ...blockNodes(knownTokens(token.tokens), view));
  if (token.type === "list") return listNode(token, view);
  if (token.type === "table") {
    const cellsOf = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlineNodes(cell.tokens, view));
    return gridNode(token.align, cellsOf(token.header), token.rows.map(cellsOf));
  }
  if (token.type === "hr") return element("hr");
  if (token.type === "space" || token.type === "def") return "";
  if (token.type === "html") return styled("p", "tk-text", token.raw.trimEnd());
  return element("p", {}, ...inlineNodes([token], view));
}

function listNode({ items, ordered, start }: Tokens.List, view: HtmlView): HtmlElement {
  const children = items.map((item) => {
    const tokens = knownTokens(item.tokens).filter(({ type }) => type !== "checkbox");
    const [sign, label] = item.checked === true ? ["☑ ", "done"] : ["☐ ", "not done"];
    const task = element("span", { class: "tk-task", role: "img", "aria-label": label }, sign);
    const mark = item.task ? [task] : [];
    return element("li", item.task ? { class: "tk-task-item" } : {}, ...mark, ...blockNodes(tokens, view));
  });
  return ordered
    ? element("ol", typeof start === "number" && start !== 1 ? { start } : {}, ...children)
    : element("ul", {}, ...children);
}

function inlineNodes(tokens: Tokens.Generic["tokens"], view: HtmlView): HtmlNode[] {
  return knownTokens(tokens).map((token) => inlineNode(token, view));
}

function inlineNode(token: MarkedToken, view: HtmlView): HtmlNode {
  if (token.type === "strong" || token.type === "em" || token.type === "del")
    return element(token.type, {}, ...inlineNodes(token.tokens, view));
  if (token.type === "codespan") return element("code", {}, token.text);
  if (token.type === "br") return element("br");
  if (token.type === "link") return linkNode(token.href, ...inlineNodes(token.tokens, view));
  if (token.type === "image")
    return pictureNode({ alt: token.text, ...(imageOfAddress(token.href) ?? { url: token.href }) }, view);
  if (token.type === "escape") return token.text;
  if (token.type !== "text") return token.raw;
  if (token.tokens === undefined) return plainText(token.text);
  return element("span", {}, ...inlineNodes(token.tokens, view));
}
