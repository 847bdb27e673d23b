const tagNames =
  "a article blockquote br caption code dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr img input label li ol p pre section span strong summary table tbody td th thead tr ul";

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The allowed elements; the printer writes no others. */
export type HtmlTag = Words<typeof tagNames>;

export const allowedTags: ReadonlySet<string> = new Set(tagNames.split(" "));

/** Attributes by name; the printer has an allowlist and checks URLs and styles. */
export interface HtmlAttributes {
  readonly [name: string]: string | number | boolean | undefined;
}

/** An element with its children. */
export interface HtmlElement {
  readonly tag: HtmlTag;
  readonly attributes: HtmlAttributes;
  readonly children: readonly HtmlNode[];
}

/** An element, or text that the printer escapes. */
export type HtmlNode = string | HtmlElement;

/** Creates an element. */
export function element(
  tag: HtmlTag,
  attributes: HtmlAttributes = {},
  ...children: readonly HtmlNode[]
): HtmlElement {
  return { tag, attributes, children };
}

export function noteNodes(notes: readonly string[]): HtmlNode[] {
  return notes.map((note) => styled("p", "tk-note", note));
}

export function styled(tag: HtmlTag, name: string, ...children: readonly HtmlNode[]): HtmlElement {
  return element(tag, { class: name }, ...children);
}

/** A scroll container with keyboard focus. */
export function scrollable(
  tag: HtmlTag,
  name: string,
  label: string,
  ...children: readonly HtmlNode[]
): HtmlElement {
  const named = { role: "region", "aria-label": label.slice(0, 200) };
  return element(tag, { class: name, tabindex: 0, ...named }, ...children);
}

export function pathBar(path: string, ...more: readonly HtmlNode[]): HtmlElement {
  return styled("div", "tk-bar", styled("span", "tk-path", path), ...more);
}
