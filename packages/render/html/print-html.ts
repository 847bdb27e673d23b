import { showHidden, splitHidden } from "../model/hidden-characters.js";
import { allowedTags, type HtmlAttributes, type HtmlNode } from "./html-node.js";

const emptyTags: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);

const plainAttributes: ReadonlySet<string> = new Set(
  "alt checked class colspan dir height id lang loading name open referrerpolicy rel role scope start tabindex target title type value width".split(
    " ",
  ),
);

const linkSchemes: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);
/** Images must be `data:` URLs: any other URL would make a request. */
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Inline styles may only set numeric `--tk-` properties. */
const allowedStyle = /^(?:--tk-[a-z0-9]+:\d+;?)+$/;

/**
 * Writes nodes as HTML. Only this function writes markup of results: it escapes text, makes invisible and bidi
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
  if (name === "href") return isLinkUrl(value);
  if (name === "src") return imageData.test(value);
  if (name === "style") return allowedStyle.test(value);
  return plainAttributes.has(name) || /^(?:aria|data)-[a-z-]+$/.test(name);
}

/** Whether a link may have this URL: absolute http(s) or mailto, without credentials. */
export function isLinkUrl(address: string): boolean {
  // Browsers strip tabs, line breaks and surrounding controls from a URL before they parse it.
  if (/[\p{Cc}\s\\]/u.test(address) || address.length > 4_096 || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return linkSchemes.has(protocol) && username === "" && password === "";
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
