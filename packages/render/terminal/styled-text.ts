import { splitHidden, type LineBreaks } from "../model/hidden-characters.js";

/** SGR parameters of each style. Only the 16 colours that terminal themes define. */
const theme = {
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
} as const;

/** What a piece of text means; the theme determines how it looks. */
export type Style = keyof typeof theme;

/** A piece of a line. */
export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
}

/** One line of output; `lineOf` replaces line breaks and control characters. */
export type Line = readonly Span[];

/** A line from untrusted text, with control characters made visible. */
export function lineOf(text: string, style?: Style): Line {
  return neutralise([{ text, style }]);
}

/** Latin letters, our marks and box-drawing characters: harmless, one column each. */
export const plainLetters: RegExp = /^[\x20-\x7E\xA1-\xAC\xAE-\u024F\u2022\u2026\u2500-\u257F\u2713\u2717]*$/;

/** Makes control characters visible. Idempotent. */
export function neutralise(line: Line, lineBreaks: LineBreaks = "show"): Line {
  if (line.every(({ text }) => plainLetters.test(text))) return line;
  return line.flatMap(({ text, style }) =>
    splitHidden(text, lineBreaks).map((part) => ({ text: part.text, style: part.hidden ? "hidden" : style })),
  );
}

export function noteLines(notes: readonly string[]): Line[] {
  return notes.map((text) => [{ text, style: "muted" }]);
}

/** Prints lines as text. Only this function writes style sequences; it escapes all other control characters. */
export function printLines(lines: readonly Line[], color: boolean): string {
  return lines.map((line) => printLine(neutralise(line), color)).join("\n");
}

function printLine(line: Line, color: boolean): string {
  let printed = "";
  for (const { text, style } of line)
    printed += color && style !== undefined && text !== "" ? `\x1B[${theme[style]}m${text}\x1B[0m` : text;
  return color ? printed : printed.trimEnd();
}

const tabWidth = 4;

/** Expands tabs to spaces; other control characters are made visible. */
export function expandTabs(given: Line): Line {
  const line = neutralise(given, "keep");
  if (!line.some(({ text }) => text.includes("\t"))) return line;
  let column = 0;
  const expand = (piece: string): string => {
    const shown = piece === "\t" ? " ".repeat(tabWidth - (column % tabWidth)) : piece;
    column += shown.length;
    return shown;
  };
  return line.map(({ text, style }) => ({ text: text.replaceAll(/\t|[^\t]+/g, expand), style }));
}
