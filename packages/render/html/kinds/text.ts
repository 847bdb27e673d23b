import { cutText } from "../../model/cut-text.js";
import { element, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { noteNodes } from "./notes.js";

/** Text as it stands; line breaks and spaces are kept. */
export function textNode(text: string, { limits }: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, limits);
  return element(
    "div",
    {},
    element("div", { class: "tk-text", dir: "auto" }, lines.join("\n")),
    ...noteNodes(note === undefined ? [] : [note]),
  );
}
