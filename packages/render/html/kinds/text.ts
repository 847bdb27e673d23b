import type { Code } from "../../model/render-value.js";
import type { CutText } from "../../model/cut-text.js";
import { element, noteNodes, pathBar, scrollable, styled, type HtmlNode } from "../html-node.js";

/** Preformatted text. */
export function textNode({ lines, notes }: CutText): HtmlNode {
  const text = element("div", { class: "tk-text", dir: "auto" }, lines.join("\n"));
  return element("div", {}, text, ...noteNodes(notes));
}

/** Highlighted code. Files have line numbers, which readers cannot select or copy. */
export function codeNode({ lines, language, path, notes }: Code): HtmlNode {
  const rows = lines.flatMap((parts): HtmlNode[] => {
    const pieces = parts.map(({ text, scope }) =>
      scope === undefined ? text : styled("span", `tk-c-${scope}`, text),
    );
    return [styled("span", "tk-line", ...pieces), "\n"];
  });
  const code = element("code", {}, ...rows.slice(0, -1));
  const label = path ?? (language === undefined ? "Code" : `Code in ${language}`);
  const shown = scrollable("pre", path === undefined ? "tk-code" : "tk-code tk-numbered", label, code);
  const bar = path === undefined ? [] : [pathBar(path)];
  return styled("div", "tk-block", ...bar, shown, ...noteNodes(notes));
}
