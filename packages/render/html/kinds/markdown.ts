import type { MarkedToken, Tokens } from "marked";
import { cutText } from "../../model/cut-text.js";
import { imageOfAddress } from "../../model/image-source.js";
import { knownTokens, markdownTokens, plainText } from "../../model/markdown-tokens.js";
import { element, type HtmlElement, type HtmlNode, type HtmlTag } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { codeNode } from "./code.js";
import { pictureNode } from "./image.js";
import { noteNodes } from "./notes.js";
import { textNode } from "./text.js";
import { linkNode } from "./value.js";

/** Markdown as elements built one by one: markup in the text never becomes markup of the page. */
export function markdownNode(text: string, view: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, view.limits);
  const shown = lines.join("\n");
  const tokens = markdownTokens(shown);
  if (tokens === undefined)
    return element("div", {}, textNode(shown, view), ...noteNodes(note === undefined ? [] : [note]));
  return element(
    "div",
    { class: "tk-markdown", dir: "auto" },
    ...blockNodes(tokens, view),
    ...noteNodes(note === undefined ? [] : [note]),
  );
}

// Headings begin below those of the page around them.
const headings: readonly HtmlTag[] = ["h3", "h4", "h5", "h6", "h6", "h6"];

function blockNodes(tokens: readonly MarkedToken[], view: HtmlView): HtmlNode[] {
  return tokens.map((token) => blockNode(token, view));
}

function blockNode(token: MarkedToken, view: HtmlView): HtmlNode {
  switch (token.type) {
    case "heading":
      return element(headings[token.depth - 1] ?? "h6", {}, ...inlineNodes(token.tokens, view));
    case "paragraph":
      return element("p", {}, ...inlineNodes(token.tokens, view));
    case "text":
      return element("span", {}, ...inlineNodes(token.tokens ?? [token], view));
    case "code":
      return codeNode(
        { text: token.text, notes: [], ...(token.lang && { language: token.lang.split(/\s/, 1)[0] ?? "" }) },
        view,
      );
    case "blockquote":
      return element("blockquote", {}, ...blockNodes(knownTokens(token.tokens), view));
    case "list":
      return listNode(token, view);
    case "table":
      return markdownTable(token, view);
    case "hr":
      return element("hr");
    case "space":
    case "def":
      return "";
    case "html":
      return element("p", { class: "tk-text" }, token.raw.trimEnd());
    case "br":
    case "checkbox":
    case "codespan":
    case "del":
    case "em":
    case "escape":
    case "image":
    case "link":
    case "list_item":
    case "strong":
    default:
      return element("p", {}, ...inlineNodes([token], view));
  }
}

function listNode({ items, ordered, start }: Tokens.List, view: HtmlView): HtmlElement {
  const children = items.map((item) => {
    const tokens = knownTokens(item.tokens).filter(({ type }) => type !== "checkbox");
    const mark = item.task
      ? [
          element(
            "span",
            { class: "tk-task", role: "img", "aria-label": item.checked === true ? "done" : "not done" },
            item.checked === true ? "☑ " : "☐ ",
          ),
        ]
      : [];
    return element("li", item.task ? { class: "tk-task-item" } : {}, ...mark, ...blockNodes(tokens, view));
  });
  return ordered
    ? element("ol", typeof start === "number" && start !== 1 ? { start } : {}, ...children)
    : element("ul", {}, ...children);
}

function markdownTable({ header, rows, align }: Tokens.Table, view: HtmlView): HtmlElement {
  const cell = (tag: "th" | "td", tokens: Tokens.TableCell["tokens"], index: number): HtmlElement =>
    element(
      tag,
      { class: `tk-${align[index] ?? "left"}`, ...(tag === "th" && { scope: "col" }) },
      ...inlineNodes(tokens, view),
    );
  return element(
    "div",
    { class: "tk-scroll", tabindex: 0, role: "region", "aria-label": "Table" },
    element(
      "table",
      { class: "tk-table" },
      element("thead", {}, element("tr", {}, ...header.map((one, index) => cell("th", one.tokens, index)))),
      element(
        "tbody",
        {},
        ...rows.map((row) => element("tr", {}, ...row.map((one, index) => cell("td", one.tokens, index)))),
      ),
    ),
  );
}

function inlineNodes(tokens: Tokens.Generic["tokens"], view: HtmlView): HtmlNode[] {
  return knownTokens(tokens).map((token) => inlineNode(token, view));
}

function inlineNode(token: MarkedToken, view: HtmlView): HtmlNode {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return element(token.type, {}, ...inlineNodes(token.tokens, view));
    case "codespan":
      return element("code", {}, token.text);
    case "br":
      return element("br");
    case "link":
      return linkNode(token.href, ...inlineNodes(token.tokens, view));
    case "image":
      return pictureNode({ alt: token.text, ...(imageOfAddress(token.href) ?? { url: token.href }) }, view);
    case "escape":
      return token.text;
    case "text":
      return token.tokens === undefined
        ? plainText(token.text)
        : element("span", {}, ...inlineNodes(token.tokens, view));
    case "html":
    case "blockquote":
    case "checkbox":
    case "code":
    case "def":
    case "heading":
    case "hr":
    case "list":
    case "list_item":
    case "paragraph":
    case "space":
    case "table":
    default:
      return token.raw;
  }
}
