import type { FormattedValue } from "../../model/format-value.js";
import { element, styled, type HtmlNode } from "../html-node.js";
import { isLinkAddress } from "../safe-address.js";

/** A single value; an address that may be followed becomes a link. */
export function valueNode({ text, type }: FormattedValue): HtmlNode {
  if (type === "url" && isLinkAddress(text)) return linkNode(text, text);
  return type === "string" ? text : styled("span", `tk-v-${type}`, text);
}

/** A link that tells the other side nothing and opens beside the page; plain text where it may not be followed. */
export function linkNode(address: string, ...label: readonly HtmlNode[]): HtmlNode {
  if (!isLinkAddress(address))
    return element("span", { class: "tk-no-link", title: address.slice(0, 500) }, ...label);
  return element(
    "a",
    { href: address, title: address, rel: "noopener noreferrer nofollow", target: "_blank" },
    ...label,
  );
}
