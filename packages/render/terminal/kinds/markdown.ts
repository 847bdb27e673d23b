import type { MarkedToken, Tokens } from "marked";
import { knownTokens, plainText, type MarkdownText } from "../../model/markdown-tokens.js";
import { codeOf } from "../../model/render-value.js";
import { indent, space, wrapLine } from "../layout.js";
import { neutralise, noteLines, type Line, type Span, type Style } from "../styled-text.js";
import { tableLines } from "./table.js";
import { codeLines, textLines } from "./text.js";

/** Renders Markdown; other markup, such as HTML, stays text. */
export function markdownLines(text: MarkdownText, width: number): Line[] {
  const { tokens, notes } = text;
  return tokens === undefined ? textLines(text, width) : [...blockLines(tokens, width), ...noteLines(notes)];
}

/** Blocks, separated by the lines `between`. */
function blockLines(tokens: readonly MarkedToken[], width: number, between: readonly Line[] = [[]]): Line[] {
  return tokens
    .map((token) => blockOf(token, Math.max(12, width)))
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : [...between, ...block]));
}

function blockOf(token: MarkedToken, width: number): Line[] {
  if (token.type === "space" || token.type === "def" || token.type === "checkbox") return [];
  if (token.type === "heading") {
    const mark: Line = [{ text: `${"#".repeat(token.depth)} `, style: "muted" }];
    return indent(wrapLine(inlineSpans(token.tokens, "heading"), width - token.depth - 1), mark);
  }
  if (token.type === "code") return indent(codeLines(codeOf(token.text, token.lang), width - 2), [space(2)]);
  if (token.type === "blockquote") {
    const mark: Line = [{ text: "│ ", style: "muted" }];
    return indent(blockLines(knownTokens(token.tokens), width - 2), mark, mark);
  }
  if (token.type === "list") return listLines(token, width);
  if (token.type === "table") return markdownTable(token, width);
  if (token.type === "hr") return [[{ text: "─".repeat(Math.min(width, 40)), style: "muted" }]];
  if (token.type === "paragraph" || token.type === "text")
    return inlineLines(knownTokens(token.tokens ?? [token]), width);
  return textLines({ lines: token.raw.trimEnd().split("\n"), notes: [] }, width);
}

/** Keeps hard line breaks in a paragraph; a soft one is a space. */
function inlineLines(tokens: readonly MarkedToken[], width: number): Line[] {
  const lines: MarkedToken[][] = [[]];
  for (const token of tokens) {
    if (token.type === "br") lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return lines.flatMap((line) => wrapLine(inlineSpans(line), width));
}

function listLines({ items, ordered, start, loose }: Tokens.List, width: number): Line[] {
  const first = typeof start === "number" ? start : 1;
  const digits = String(first + items.length - 1).length;
  const between: Line[] = loose ? [[]] : [];
  return items.flatMap((item, index) => {
    const bullet = ordered ? `${String(first + index).padStart(digits)}. ` : "• ";
    const mark = item.task ? (item.checked === true ? "☑ " : "☐ ") : bullet;
    const body = blockLines(knownTokens(item.tokens), width - mark.length, between);
    const lines = indent(body.length === 0 ? [[]] : body, [{ text: mark, style: "muted" }]);
    return index === 0 ? lines : [...between, ...lines];
  });
}

function markdownTable({ header, rows, align }: Tokens.Table, width: number): Line[] {
  const textOf = ({ tokens }: Tokens.TableCell): string => textOfLine(inlineSpans(tokens));
  const columns = header.map((cell, index) => ({
    label: textOf(cell),
    align: align[index] ?? ("left" as const),
  }));
  const cells = rows.map((row) => row.map((cell) => ({ text: textOf(cell), type: "string" as const })));
  return tableLines({ columns, rows: cells, notes: [] }, width);
}

function inlineSpans(tokens: Tokens.Generic["tokens"], style?: Style): Span[] {
  return knownTokens(tokens).flatMap((token) => spansOf(token, style));
}

function textOfLine(line: Line): string {
  return line.map(({ text }) => text).join("");
}

function spansOf(token: MarkedToken, style: Style | undefined): Line {
  if (token.type === "strong") return inlineSpans(token.tokens, style ?? "strong");
  if (token.type === "em") return inlineSpans(token.tokens, style ?? "emphasis");
  if (token.type === "del") return inlineSpans(token.tokens, "struck");
  if (token.type === "codespan") return spans(token.text, "string");
  if (token.type === "link") {
    const label = inlineSpans(token.tokens, "link");
    const isSame = textOfLine(label) === token.href;
    return isSame ? label : [...label, ...spans(` (${token.href})`, "muted")];
  }
  if (token.type === "image") {
    const address = spans(` (${token.href.slice(0, 200)})`, "muted");
    return [...spans("[image] ", "muted"), ...spans(token.text, style), ...address];
  }
  if (token.type === "escape") return spans(token.text, style);
  if (token.type === "br") return [space(1)];
  if (token.type !== "text") return spans(token.raw, style);
  return token.tokens === undefined ? spans(plainText(token.text), style) : inlineSpans(token.tokens, style);
}

// A soft line break is a space; every other hidden character is made visible.
function spans(text: string, style: Style | undefined): Line {
  return neutralise([{ text: text.replaceAll(/[ \t]*\n[ \t]*/g, " "), style }]);
}
