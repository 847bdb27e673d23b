import type { Code } from "../../model/content.js";
import { cutText } from "../../model/cut-text.js";
import { highlightLines } from "../../model/highlight.js";
import { element, noteNodes, pathBar, scrollable, styled, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";

/** Preformatted text. */
export function textNode(text: string, { limits }: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, limits);
  return element(
    "div",
    {},
    element("div", { class: "tk-text", dir: "auto" }, lines.join("\n")),
    ...noteNodes([note]),
  );
}

/** Highlighted code; files have line numbers, which are not copied. */
export function codeNode({ text, language, path, notes }: Code, { limits }: HtmlView): HtmlNode {
  const { lines, note } = cutText(text, limits);
  const rows = highlightLines(lines, language).flatMap((parts): HtmlNode[] => {
    const pieces = parts.map(({ text: part, scope }) =>
      scope === undefined ? part : styled("span", `tk-c-${scope}`, part),
    );
    return [styled("span", "tk-line", ...pieces), "\n"];
  });
  const code = element("code", {}, ...rows.slice(0, -1));
  const all = noteNodes([note, ...notes]);
  if (path !== undefined)
    return styled(
      "div",
      "tk-block",
      pathBar(path),
      scrollable("pre", "tk-code tk-numbered", path, code),
      ...all,
    );
  const label = language === undefined ? "Code" : `Code in ${language}`;
  return styled("div", "tk-block", scrollable("pre", "tk-code", label, code), ...all);
}
