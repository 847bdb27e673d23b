import { element, type HtmlNode } from "../html-node.js";

/** What is said about data that is not shown. */
export function noteNodes(notes: readonly string[]): HtmlNode[] {
  return notes.map((note) => element("p", { class: "tk-note" }, note));
}
