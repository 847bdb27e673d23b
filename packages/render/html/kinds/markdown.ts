import type { MarkedToken, Tokens } from "marked";
import { codeOf } from "../../model/render-value.js";
import { imageOfDataUrl } from "../../model/image-source.js";
import { knownTokens, plainText, type MarkdownText } from "../../model/markdown-tokens.js";
import { element, noteNodes, styled, type HtmlElement, type HtmlNode, type HtmlTag } from "../html-node.js";
import { gridNode } from "./table.js";
import { codeNode, textNode } from "./text.js";
import { linkNode, pictureNode } from "./value.js";

/** Markdown as elements: HTML in the text stays text. */
export function markdownNode(text: MarkdownText): HtmlNode {
  const { tokens, notes } = text;
  if (tokens === undefined) return textNode(text);
  const nodes = [...tokens.map(blockNode), ...noteNodes(notes)];
  return element("div", { class: "tk-markdown", dir: "auto" }, ...nodes);
}

// `h1` and `h2` are left to the page.
const headings: readonly HtmlTag[] = ["h3", "h4", "h5", "h6", "h6", "h6"];

function blockNode(token: MarkedToken): HtmlNode {
  if (token.type === "heading")
    return element(headings[token.depth - 1] ?? "h6", {}, ...inlineNodes(token.tokens));
  if (token.type === "paragraph") return element("p", {}, ...inlineNodes(token.tokens));
  if (token.type === "text") return element("span", {}, ...inlineNodes(token.tokens ?? [token]));
  if (token.type === "code") return codeNode(codeOf(token.text, token.lang));
  if (token.type === "blockquote")
    return element("blockquote", {}, ...knownTokens(token.tokens).map(blockNode));
  if (token.type === "list") return listNode(token);
  if (token.type === "table") {
    const cellsOf = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlineNodes(cell.tokens));
    return gridNode(token.align, cellsOf(token.header), token.rows.map(cellsOf));
  }
  if (token.type === "hr") return element("hr");
  if (token.type === "space" || token.type === "def") return "";
  if (token.type === "html") return styled("p", "tk-text", token.raw.trimEnd());
  return element("p", {}, ...inlineNodes([token]));
}

function listNode({ items, ordered, start }: Tokens.List): HtmlElement {
  const children = items.map((item) => {
    const tokens = knownTokens(item.tokens).filter(({ type }) => type !== "checkbox");
    const [sign, label] = item.checked === true ? ["☑ ", "done"] : ["☐ ", "not done"];
    const task = element("span", { class: "tk-task", role: "img", "aria-label": label }, sign);
    const mark = item.task ? [task] : [];
    return element("li", item.task ? { class: "tk-task-item" } : {}, ...mark, ...tokens.map(blockNode));
  });
  return ordered
    ? element("ol", typeof start === "number" && start !== 1 ? { start } : {}, ...children)
    : element("ul", {}, ...children);
}

function inlineNodes(tokens: Tokens.Generic["tokens"]): HtmlNode[] {
  return knownTokens(tokens).map(inlineNode);
}

function inlineNode(token: MarkedToken): HtmlNode {
  if (token.type === "strong" || token.type === "em" || token.type === "del")
    return element(token.type, {}, ...inlineNodes(token.tokens));
  if (token.type === "codespan") return element("code", {}, token.text);
  if (token.type === "br") return element("br");
  if (token.type === "link") return linkNode(token.href, ...inlineNodes(token.tokens));
  if (token.type === "image")
    return pictureNode({ alt: token.text, ...(imageOfDataUrl(token.href) ?? { url: token.href }) });
  if (token.type === "escape") return token.text;
  if (token.type !== "text") return token.raw;
  if (token.tokens === undefined) return plainText(token.text);
  return element("span", {}, ...inlineNodes(token.tokens));
}
