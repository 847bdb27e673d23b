import { showHidden, splitHidden } from "../model/hidden-characters.js";
import { allowedTags, type HtmlAttributes, type HtmlNode } from "./html-node.js";
import { isImageAddress, isLinkAddress } from "./safe-address.js";

const emptyTags: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);

const plainAttributes: ReadonlySet<string> = new Set(
  "alt checked class colspan dir height id lang loading name open referrerpolicy rel role scope start tabindex target title type value width".split(
    " ",
  ),
);

/** Inline styles may only set numeric `--tk-` properties. */
const allowedStyle = /^(?:--tk-[a-z0-9]+:\d+;?)+$/;

/**
 * Writes nodes as HTML. This is the only place that writes markup: it escapes text, makes invisible and bidi
 * characters visible, and omits elements, attributes and URLs that are not on the allowlists.
 */
export function printHtml(node: HtmlNode): string {
  if (typeof node === "string") return printText(node);
  const children = node.children.map(printHtml).join("");
  if (!allowedTags.has(node.tag)) return children;
  const open = `<${node.tag}${printAttributes(node.attributes)}>`;
  return emptyTags.has(node.tag) ? open : `${open}${children}</${node.tag}>`;
}

function printText(text: string): string {
  return splitHidden(text)
    .map((part) => (part.hidden ? `<span class="tk-hidden">${escape(part.text)}</span>` : escape(part.text)))
    .join("");
}

function printAttributes(attributes: HtmlAttributes): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== undefined && value !== false && isAllowed(name, String(value)))
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`))
    .join("");
}

function isAllowed(name: string, value: string): boolean {
  if (name === "href") return isLinkAddress(value);
  if (name === "src") return isImageAddress(value);
  if (name === "style") return allowedStyle.test(value);
  return plainAttributes.has(name) || /^(?:aria|data)-[a-z-]+$/.test(name);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Escapes text for attributes and the page title. */
export function escapeText(text: string): string {
  return escape(showHidden(text, "show"));
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => escapes[character] ?? character);
}
