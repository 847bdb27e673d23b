import type { Code } from "../../model/render-value.js";
import type { CutText } from "../../model/cut-text.js";
import { indent, wrapLine } from "../layout.js";
import { expandTabs, lineOf, noteLines, type Line } from "../styled-text.js";

/** Text, wrapped between words. */
export function textLines({ lines, notes }: CutText, width: number): Line[] {
  const wrapped = lines.flatMap((line) => wrapLine(expandTabs([{ text: line }]), width));
  return [...wrapped, ...noteLines(notes)];
}

/** Highlighted code, with line numbers for files; long lines wrap. */
export function codeLines({ lines, path, notes }: Code, width: number): Line[] {
  // Output to a pipe (infinite width) has neither the path nor line numbers.
  const file = Number.isFinite(width) ? path : undefined;
  const digits = String(lines.length).length;
  const body = lines.flatMap((parts, index) => {
    const line = expandTabs(parts.map(({ text, scope }) => ({ text, style: scope })));
    if (file === undefined) return wrapLine(line, width, "columns");
    const gutter: Line = [{ text: `${String(index + 1).padStart(digits)} │ `, style: "muted" }];
    const below: Line = [{ text: `${" ".repeat(digits)} │ `, style: "muted" }];
    return indent(wrapLine(line, Math.max(10, width - digits - 3), "columns"), gutter, below);
  });
  const head = file === undefined ? [] : wrapLine(lineOf(file, "path"), width);
  return [...head, ...body, ...noteLines(notes)];
}
