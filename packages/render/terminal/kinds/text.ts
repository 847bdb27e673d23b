import type { Code } from "../../model/content.js";
import { cutText } from "../../model/cut-text.js";
import { highlightLines } from "../../model/highlight.js";
import { breakLine, indent, wrapLine } from "../layout.js";
import { expandTabs, lineOf, noteLines, type Line } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";

/** Text, wrapped between words. */
export function textLines(text: string, { limits, width }: TerminalView): Line[] {
  const { lines, note } = cutText(text, limits);
  const wrapped = lines.flatMap((line) => wrapLine(expandTabs([{ text: line }]), width));
  return [...wrapped, ...noteLines([note])];
}

/** Highlighted code, with line numbers for files; long lines wrap. */
export function codeLines({ text, language, path, notes }: Code, view: TerminalView): Line[] {
  const { lines, note } = cutText(text, view.limits);
  const numbered = view.lineNumbers && path !== undefined;
  const digits = String(lines.length).length;
  const body = highlightLines(lines, language).flatMap((parts, index) => {
    const line = expandTabs(parts.map(({ text: part, scope }) => ({ text: part, style: scope })));
    if (!numbered) return breakLine(line, view.width);
    const gutter: Line = [{ text: `${String(index + 1).padStart(digits)} │ `, style: "muted" }];
    const below: Line = [{ text: `${" ".repeat(digits)} │ `, style: "muted" }];
    return indent(breakLine(line, Math.max(10, view.width - digits - 3)), gutter, below);
  });
  const head: Line[] =
    path === undefined || !view.lineNumbers ? [] : wrapLine(lineOf(path, "path"), view.width);
  return [...head, ...body, ...noteLines([note, ...notes])];
}
