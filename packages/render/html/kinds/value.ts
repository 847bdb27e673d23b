import type { FormattedValue } from "../../model/format-value.js";
import { imageFacts, type ImageSource } from "../../model/image-source.js";
import { element, styled, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { isLinkAddress, isRemoteImage } from "../safe-address.js";

/** A single value; a safe URL becomes a link. */
export function valueNode({ text, type }: FormattedValue): HtmlNode {
  if (type === "url" && isLinkAddress(text)) return linkNode(text, text);
  return type === "string" ? text : styled("span", `tk-v-${type}`, text);
}

/** A link without referrer that opens in a new tab; plain text if the URL is not allowed. */
export function linkNode(address: string, ...label: readonly HtmlNode[]): HtmlNode {
  if (!isLinkAddress(address))
    return element("span", { class: "tk-no-link", title: address.slice(0, 500) }, ...label);
  return element(
    "a",
    { href: address, title: address, rel: "noopener noreferrer nofollow", target: "_blank" },
    ...label,
  );
}

/** An inline image; a remote one is a link unless `remoteImages` is `load`. */
export function imageNode(image: ImageSource, view: HtmlView): HtmlNode {
  const facts = imageFacts(image);
  const details = facts.length === 0 ? "" : styled("span", "tk-size", ` ${facts.join(", ")}`);
  const caption = element("figcaption", {}, image.alt ?? "", details);
  return styled("figure", "tk-image", pictureNode(image, view), caption);
}

/** The image, or its placeholder. */
export function pictureNode(
  { base64, mimeType, url, alt = "", width, height }: ImageSource,
  { remoteImages }: HtmlView,
): HtmlNode {
  const common = { alt: alt === "" ? "Image" : alt.slice(0, 500), loading: "lazy" };
  if (base64 !== undefined) {
    const size = width === undefined || height === undefined ? {} : { width, height };
    return element("img", { ...common, ...size, src: `data:${mimeType ?? "image/png"};base64,${base64}` });
  }
  if (url === undefined) return styled("span", "tk-no-image", "image that cannot be shown");
  if (remoteImages === "load" && isRemoteImage(url))
    return element("img", { ...common, referrerpolicy: "no-referrer", src: url });
  return styled("span", "tk-no-image", "Image: ", linkNode(url, url.slice(0, 500)));
}
