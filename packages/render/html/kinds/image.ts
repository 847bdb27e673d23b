import { imageFacts, type ImageSource } from "../../model/image-source.js";
import { element, styled, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { isRemoteImage } from "../safe-address.js";
import { linkNode } from "./value.js";

/** An image by its own bytes; one that would have to be fetched is a link unless the caller lets it load. */
export function imageNode(image: ImageSource, view: HtmlView): HtmlNode {
  const facts = imageFacts(image);
  const known = facts.length === 0 ? "" : styled("span", "tk-size", ` ${facts.join(", ")}`);
  const caption = element("figcaption", {}, image.alt ?? "", known);
  return styled("figure", "tk-image", pictureNode(image, view), caption);
}

/** The image itself, or what stands in for it. */
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
