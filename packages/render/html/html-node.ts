/** The elements that a rendered result is made of; no others can be written. */
export const allowedTags = [
  "a",
  "article",
  "blockquote",
  "br",
  "caption",
  "code",
  "dd",
  "del",
  "details",
  "div",
  "dl",
  "dt",
  "em",
  "figcaption",
  "figure",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "img",
  "input",
  "label",
  "li",
  "ol",
  "p",
  "pre",
  "section",
  "span",
  "strong",
  "summary",
  "table",
  "tbody",
  "td",
  "th",
  "thead",
  "tr",
  "ul",
] as const;

/** The name of an element. */
export type HtmlTag = (typeof allowedTags)[number];

/** Attributes by name; the printer writes those of a short list and checks addresses and styles. */
export interface HtmlAttributes {
  readonly [name: string]: string | number | boolean | undefined;
}

/** An element with its children. */
export interface HtmlElement {
  readonly tag: HtmlTag;
  readonly attributes: HtmlAttributes;
  readonly children: readonly HtmlNode[];
}

/** A piece of a page: text, which may hold anything, or an element. */
export type HtmlNode = string | HtmlElement;

/** Makes an element. */
export function element(
  tag: HtmlTag,
  attributes: HtmlAttributes = {},
  ...children: readonly HtmlNode[]
): HtmlElement {
  return { tag, attributes, children };
}
