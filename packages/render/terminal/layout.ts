import stringWidth from "string-width";
import { neutralise, plainLetters, type Line, type Span } from "./styled-text.js";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// `Intl.Segmenter` is quadratic, so it gets short pieces that end between graphemes.
const continues = String.raw`[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u200D\uFE0F\u20E3]`;
const piece = new RegExp(
  String.raw`[\x20-\x7E]{1,200}(?!${continues})|.{1,100}(?<!\u200D)(?!${continues})|.{1,100}`,
  "gsu",
);

const maxKnownWidths = 10_000;
const knownWidths = new Map<string, number>();

/** Display width in columns; wide characters take two. */
function widthOf(text: string): number {
  if (plainLetters.test(text)) return text.length;
  let width = 0;
  for (const segment of segmentsOf(text)) width += segmentWidth(segment);
  return width;
}

// Cached: measuring a grapheme is slow, and texts use few different ones.
function segmentWidth(segment: string): number {
  const known = knownWidths.get(segment);
  if (known !== undefined) return known;
  if (knownWidths.size >= maxKnownWidths) knownWidths.clear();
  const width = stringWidth(segment);
  knownWidths.set(segment, width);
  return width;
}

function* segmentsOf(text: string): Generator<string> {
  for (const [part] of text.matchAll(piece)) {
    if (plainLetters.test(part)) yield* part;
    else for (const { segment } of graphemes.segment(part)) yield segment;
  }
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

interface Word {
  readonly spans: Span[];
  readonly isSpace: boolean;
  width: number;
}

/** Words and the spaces between them; a word may have several spans. */
function wordsOf(line: Line): Word[] {
  const words: Word[] = [];
  for (const { text, style } of line) {
    for (const piece of text.match(/[ \t]+|[^ \t]+/g) ?? []) {
      const isSpace = piece.trim() === "";
      const last = words.at(-1);
      if (last !== undefined && !isSpace && !last.isSpace) {
        last.spans.push({ text: piece, style });
        last.width += widthOf(piece);
      } else words.push({ spans: [{ text: piece, style }], isSpace, width: widthOf(piece) });
    }
  }
  return words;
}

/** Wraps a line to `width`: between words if possible, otherwise inside them. */
export function wrapLine(line: Line, width: number): Line[] {
  const clean = neutralise(line);
  if (lineWidth(clean) <= width) return [clean];
  const lines: Span[][] = [[]];
  let room = width;
  for (const word of wordsOf(clean)) {
    if (word.width > room && room < width && word.width <= width) {
      lines.push([]);
      room = width;
      if (word.isSpace) continue;
    }
    if (word.width <= room) {
      lines.at(-1)?.push(...word.spans);
      room -= word.width;
      continue;
    }
    room = pour(lines, word.spans, width, room);
  }
  return lines.map((one) => withoutEndSpace(joinSpans(one)));
}

/** Appends text and breaks full lines; returns the columns left on the last one. */
function pour(lines: Span[][], line: Line, given: number, room: number): number {
  // Without at least one column, no text would ever be placed.
  const width = Math.max(1, given);
  let left = room;
  const put = (text: string, taken: number, style: Span["style"]): void => {
    if (taken > left && left < width) {
      lines.push([]);
      left = width;
    }
    lines.at(-1)?.push({ text, style });
    left -= taken;
  };
  for (const { text, style } of line) {
    if (!plainLetters.test(text)) {
      for (const segment of segmentsOf(text)) put(segment, segmentWidth(segment), style);
      continue;
    }
    for (let at = 0; at < text.length;) {
      const length = Math.min(text.length - at, left < 1 ? width : left);
      put(text.slice(at, at + length), length, style);
      at += length;
    }
  }
  return left;
}

function withoutEndSpace(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined || !last.text.endsWith(" ")) return line;
  const text = last.text.trimEnd();
  return text === "" ? line.slice(0, -1) : [...line.slice(0, -1), { ...last, text }];
}

/** Breaks a line at exactly `width`, for code: keeps all spaces. */
export function breakLine(line: Line, width: number): Line[] {
  const clean = neutralise(line);
  if (lineWidth(clean) <= width) return [clean];
  const lines: Span[][] = [[]];
  pour(lines, clean, width, width);
  return lines.map(joinSpans);
}

/** Truncates a line to `width`, with an ellipsis. */
export function truncateLine(line: Line, width: number): Line {
  const clean = neutralise(line);
  if (lineWidth(clean) <= width) return clean;
  const [first = []] = breakLine(clean, Math.max(1, width - 1));
  return [...withoutEndSpace(first), { text: "…", style: "muted" }];
}

/** Fills a line with spaces up to `width`. */
export function padLine(line: Line, width: number, align: "left" | "center" | "right" = "left"): Line {
  const room = Math.max(0, width - lineWidth(line));
  if (room === 0) return line;
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

function joinSpans(line: readonly Span[]): Line {
  const joined: Span[] = [];
  for (const span of line) {
    const last = joined.at(-1);
    if (last !== undefined && last.style === span.style) {
      joined[joined.length - 1] = { text: last.text + span.text, style: span.style };
    } else joined.push(span);
  }
  return joined;
}
