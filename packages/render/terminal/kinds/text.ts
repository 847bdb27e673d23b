import { cutText } from "../../model/cut-text.js";
import { wrapLine } from "../layout.js";
import { expandTabs, type Line, noteLines } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";

/** Text as it stands, wrapped between words. */
export function textLines(text: string, { limits, width }: TerminalView): Line[] {
  const { lines, note } = cutText(text, limits);
  const wrapped = lines.flatMap((line) => wrapLine(expandTabs([{ text: line }]), width));
  return [...wrapped, ...noteLines([note])];
}
