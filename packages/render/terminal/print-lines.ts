import { neutralise, type Line, type Style } from "./styled-text.js";

/** SGR parameters of each style. Only the sixteen colours that every theme of a terminal sets. */
const theme: Readonly<Record<Style, string>> = {
  strong: "1",
  emphasis: "3",
  struck: "9",
  muted: "2",
  heading: "1;36",
  success: "32",
  failure: "31",
  warning: "33",
  hidden: "7;33",
  link: "4;34",
  path: "36",
  key: "36",
  number: "33",
  string: "32",
  keyword: "35",
  comment: "2;3",
  title: "34",
  type: "36",
  attribute: "34",
  meta: "2",
  added: "32",
  removed: "31",
  addedWord: "1;4;32",
  removedWord: "1;4;31",
};

/** Writes lines as text. This is the only place that writes control sequences, and it lets no others through. */
export function printLines(lines: readonly Line[], color: boolean): string {
  return lines.map((line) => printLine(line, color)).join("\n");
}

function printLine(line: Line, color: boolean): string {
  const spans = neutralise(line);
  const text = color
    ? spans.map((span) =>
        span.style === undefined ? span.text : `\x1B[${theme[span.style]}m${span.text}\x1B[0m`,
      )
    : spans.map((span) => span.text);
  return color ? text.join("") : text.join("").trimEnd();
}
