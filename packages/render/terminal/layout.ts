import stringWidth from "string-width";
import { neutralise, plainLetters, type Line, type Span } from "./styled-text.js";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// `Intl.Segmenter` is quadratic, so it gets short pieces that end between graphemes.
const continues = String.raw`[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u200D\uFE0F\u20E3]`;
const piece = new RegExp(String.raw`.{1,100}(?<!\u200D)(?!${continues})|.{1,100}`, "gsu");

const maxKnownWidths = 10_000;
const knownWidths = new Map<string, number>();

/** One grapheme and its columns; wide characters take two. */
interface Cell extends Span {
  readonly width: number;
}

// Cached: measuring a grapheme is slow, and texts use few different ones.
function graphemeWidth(grapheme: string): number {
  const known = knownWidths.get(grapheme);
  if (known !== undefined) return known;
  if (knownWidths.size >= maxKnownWidths) knownWidths.clear();
  const width = stringWidth(grapheme);
  knownWidths.set(grapheme, width);
  return width;
}

function cellsOf(line: Line): Cell[] {
  return line.flatMap(({ text, style }) => {
    if (plainLetters.test(text)) return Array.from(text, (letter) => ({ text: letter, style, width: 1 }));
    const segments = (text.match(piece) ?? []).flatMap((part) => [...graphemes.segment(part)]);
    return segments.map(({ segment }) => ({ text: segment, style, width: graphemeWidth(segment) }));
  });
}

/** Display width in columns. */
export function lineWidth(line: Line): number {
  if (line.every(({ text }) => plainLetters.test(text)))
    return line.reduce((sum, { text }) => sum + text.length, 0);
  return cellsOf(line).reduce((sum, { width }) => sum + width, 0);
}

/** Wraps a line, between words if possible; with `columns` (for code), exactly at `width`, keeping all spaces. */
export function wrapLine(line: Line, width: number, between: "words" | "columns" = "words"): Line[] {
  const keepsWords = between === "words";
  const clean = neutralise(line);
  if (lineWidth(clean) <= width) return [clean];
  const cells = cellsOf(clean);
  const lines: Line[] = [];
  for (let start = 0; start < cells.length;) {
    // Takes at least one cell; otherwise the loop would never end.
    let end = start + 1;
    let room = width - (cells[start]?.width ?? 0);
    while (end < cells.length && (cells[end]?.width ?? 0) <= room) room -= cells[end++]?.width ?? 0;
    if (keepsWords && end < cells.length) end = endOfWords(cells, start, end);
    lines.push(joinCells(cells.slice(start, end)));
    start = end;
    if (keepsWords) while (cells[start]?.text === " ") start += 1;
  }
  return lines;
}

/** Where to end a line so that it does not break a word; `end` if its first word is too long. */
function endOfWords(cells: readonly Cell[], start: number, end: number): number {
  let at = end;
  while (at > start && cells[at]?.text !== " ") at -= 1;
  while (at > start && cells[at - 1]?.text === " ") at -= 1;
  return at > start ? at : end;
}

function joinCells(cells: readonly Cell[]): Line {
  const line: Span[] = [];
  for (const { text, style } of cells) {
    const last = line.at(-1);
    if (last !== undefined && last.style === style) line[line.length - 1] = { text: last.text + text, style };
    else line.push({ text, style });
  }
  return line;
}

/** Truncates a line to `width`, with an ellipsis. */
export function truncateLine(line: Line, width: number): Line {
  if (lineWidth(neutralise(line)) <= width) return line;
  const [shown = []] = wrapLine(line, Math.max(1, width - 1), "columns");
  return [...shown, { text: "…", style: "muted" }];
}

/** Fills a line with spaces up to `width`. */
export function padLine(line: Line, width: number, align: "left" | "center" | "right" = "left"): Line {
  const room = Math.max(0, width - lineWidth(line));
  const before = align === "left" ? 0 : align === "right" ? room : Math.floor(room / 2);
  return [space(before), ...line, space(room - before)].filter(({ text }) => text !== "");
}

export function space(columns: number): Span {
  return { text: " ".repeat(Math.max(0, columns)) };
}

/** Adds a prefix to each line. */
export function indent(lines: readonly Line[], first: Line, rest: Line = [space(lineWidth(first))]): Line[] {
  return lines.map((line, index) => [...(index === 0 ? first : rest), ...line]);
}
