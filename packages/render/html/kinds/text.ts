import { cutText } from "../../model/cut-text.js";
import { element, noteNodes, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";

/** Text as it stands; line breaks and spaces are kept. */
export function textNode(text: string, { limits }: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, limits);
  return element(
    "div",
    {},
    element("div", { class: "tk-text", dir: "auto" }, lines.join("\n")),
    ...noteNodes([note]),
  );
}
