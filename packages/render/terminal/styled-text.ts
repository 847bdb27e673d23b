import { splitHidden, type LineBreaks } from "../model/hidden-characters.js";

/** What a piece of text means; the printer's theme says how it looks. */
export type Style =
  | "strong"
  | "emphasis"
  | "struck"
  | "muted"
  | "heading"
  | "success"
  | "failure"
  | "warning"
  | "hidden"
  | "link"
  | "path"
  | "key"
  | "number"
  | "string"
  | "keyword"
  | "comment"
  | "title"
  | "type"
  | "attribute"
  | "meta"
  | "added"
  | "removed"
  | "addedWord"
  | "removedWord";

/** A piece of a line. */
export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
}

/** One line of output; it holds no line break and no control character once it went through `lineOf`. */
export type Line = readonly Span[];

/** A line from text that may hold anything: what would act on the terminal is made visible. */
export function lineOf(text: string, style?: Style): Span[] {
  return neutralise([{ text, style }]);
}

/** Makes visible what would act on the terminal. Doing it twice changes nothing. */
export function neutralise(line: Line, lineBreaks: LineBreaks = "show"): Span[] {
  return line.flatMap(({ text, style }) =>
    splitHidden(text, lineBreaks).map((part) => ({ text: part.text, style: part.hidden ? "hidden" : style })),
  );
}

const tabWidth = 4;

/** Lines of text with their tabs turned into spaces, everything else that acts made visible. */
export function expandTabs(line: Line): Line {
  if (!line.some(({ text }) => text.includes("\t"))) return line;
  let column = 0;
  return line.map(({ text, style }) => {
    const pieces = text.split("\t").map((piece, index, all) => {
      column += piece.length;
      if (index === all.length - 1) return piece;
      const spaces = tabWidth - (column % tabWidth);
      column += spaces;
      return piece + " ".repeat(spaces);
    });
    return { text: pieces.join(""), style };
  });
}
