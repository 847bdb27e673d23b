import type { Code } from "../../model/content.js";
import { cutText } from "../../model/cut-text.js";
import { highlightLines } from "../../model/highlight.js";
import { element, noteNodes, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";

/** Code with colours and, for files, line numbers that are not copied with it. */
export function codeNode({ text, language, path, notes }: Code, { limits }: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, limits);
  const rows = highlightLines(lines, language).flatMap((parts): HtmlNode[] => [
    element(
      "span",
      { class: "tk-line" },
      ...parts.map(({ text: part, scope }) =>
        scope === undefined ? part : element("span", { class: `tk-c-${scope}` }, part),
      ),
    ),
    "\n",
  ]);
  const label = path ?? (language === undefined ? "Code" : `Code in ${language}`);
  return element(
    "div",
    { class: "tk-block" },
    ...(path === undefined
      ? []
      : [element("div", { class: "tk-bar" }, element("span", { class: "tk-path" }, path))]),
    element(
      "pre",
      {
        class: path === undefined ? "tk-code" : "tk-code tk-numbered",
        tabindex: 0,
        role: "region",
        "aria-label": label.slice(0, 200),
      },
      element("code", {}, ...rows.slice(0, -1)),
    ),
    ...noteNodes([note, ...notes]),
  );
}
