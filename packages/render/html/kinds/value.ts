import type { FormattedValue } from "../../model/format-value.js";
import { imageFacts, type ImageSource } from "../../model/image-source.js";
import { element, styled, type HtmlNode } from "../html-node.js";
import { isLinkUrl } from "../print-html.js";

/** A single value; a safe URL becomes a link. */
export function valueNode({ text, type }: FormattedValue): HtmlNode {
  if (type === "url" && isLinkUrl(text)) return linkNode(text, text);
  return type === "string" ? text : styled("span", `tk-v-${type}`, text);
}

/** A link without referrer that opens in a new tab; plain text if the URL is not allowed. */
export function linkNode(address: string, ...label: readonly HtmlNode[]): HtmlNode {
  if (!isLinkUrl(address))
    return element("span", { class: "tk-no-link", title: address.slice(0, 500) }, ...label);
  return element(
    "a",
    { href: address, title: address, rel: "noopener noreferrer nofollow", target: "_blank" },
    ...label,
  );
}

/** An image with its description; a remote one is a link, so that a result makes no requests. */
export function imageNode(image: ImageSource): HtmlNode {
  const facts = imageFacts(image);
  const details = facts.length === 0 ? "" : styled("span", "tk-size", ` ${facts.join(", ")}`);
  const caption = element("figcaption", {}, image.alt ?? "", details);
  return styled("figure", "tk-image", pictureNode(image), caption);
}

/** The image, or its placeholder. */
export function pictureNode({ base64, mimeType, url, alt, width, height }: ImageSource): HtmlNode {
  if (base64 !== undefined) {
    const src = `data:${mimeType ?? "image/png"};base64,${base64}`;
    return element("img", { alt: alt?.slice(0, 500) || "Image", width, height, src });
  }
  if (url === undefined) return styled("span", "tk-no-image", "Image cannot be shown");
  return styled("span", "tk-no-image", "Image: ", linkNode(url, url.slice(0, 500)));
}
