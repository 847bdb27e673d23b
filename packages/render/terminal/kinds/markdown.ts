import type { MarkedToken, Tokens } from "marked";
import { codeOf } from "../../model/content.js";
import { cutText } from "../../model/cut-text.js";
import { knownTokens, plainText, type MarkdownText } from "../../model/markdown-tokens.js";
import { indent, space, wrapLine } from "../layout.js";
import { neutralise, noteLines, type Line, type Span, type Style } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";
import { tableLines } from "./table.js";
import { codeLines, textLines } from "./text.js";

/** Renders Markdown; other markup, such as HTML, stays text. */
export function markdownLines(text: MarkdownText, view: TerminalView): Line[] {
  const { tokens, notes } = text;
  return tokens === undefined ? textLines(text, view) : [...blockLines(tokens, view), ...noteLines(notes)];
}

function blockLines(tokens: readonly MarkedToken[], view: TerminalView): Line[] {
  const blocks = tokens
    .filter(({ type }) => type !== "space" && type !== "def")
    .map((token) => blockOf(token, view));
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : [[], ...block]));
}

function blockOf(token: MarkedToken, view: TerminalView): Line[] {
  if (token.type === "heading") {
    const spans = inlineSpans(knownTokens(token.tokens), "heading");
    const mark: Line = [{ text: `${"#".repeat(token.depth)} `, style: "muted" }];
    return indent(wrapLine(spans, view.width - token.depth - 1), mark);
  }
  if (token.type === "code") {
    const code = codeOf(token.text, token.lang, view.limits);
    return indentAll(codeLines(code, narrower(view, 2)), [space(2)]);
  }
  if (token.type === "blockquote") {
    const quoted = blockLines(knownTokens(token.tokens), narrower(view, 2));
    return indentAll(quoted, [{ text: "│ ", style: "muted" }]);
  }
  if (token.type === "list") return listLines(token, view);
  if (token.type === "table") return markdownTable(token, view);
  if (token.type === "hr") return [[{ text: "─".repeat(Math.min(view.width, 40)), style: "muted" }]];
  if (token.type === "paragraph" || token.type === "text")
    return inlineLines(knownTokens(token.tokens ?? [token]), view);
  return textLines(cutText(token.raw.trimEnd(), view.limits), view);
}

/** Keeps hard line breaks in a paragraph; a soft one is a space. */
function inlineLines(tokens: readonly MarkedToken[], view: TerminalView): Line[] {
  const lines: MarkedToken[][] = [[]];
  for (const token of tokens) {
    if (token.type === "br") lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return lines.flatMap((line) => wrapLine(inlineSpans(line), view.width));
}

function listLines({ items, ordered, start, loose }: Tokens.List, view: TerminalView): Line[] {
  const first = typeof start === "number" ? start : 1;
  const digits = String(first + items.length - 1).length;
  return items.flatMap((item, index) => {
    const task = item.task ? (item.checked === true ? "☑ " : "☐ ") : "";
    const mark = task === "" ? (ordered ? `${String(first + index).padStart(digits)}. ` : "• ") : task;
    const inner = narrower(view, mark.length);
    const tokens = knownTokens(item.tokens).filter(({ type }) => type !== "checkbox");
    const blocks = loose
      ? blockLines(tokens, inner)
      : tokens.filter(({ type }) => type !== "space").flatMap((token) => blockOf(token, inner));
    const body = blocks.length === 0 ? [[]] : blocks;
    return [...(loose && index > 0 ? [[]] : []), ...indent(body, [{ text: mark, style: "muted" }])];
  });
}

function markdownTable({ header, rows, align }: Tokens.Table, view: TerminalView): Line[] {
  const textOf = (cell: Tokens.TableCell): string =>
    inlineSpans(knownTokens(cell.tokens))
      .map(({ text }) => text)
      .join("");
  const columns = header.map((cell, index) => ({
    label: textOf(cell),
    align: align[index] ?? ("left" as const),
  }));
  const cells = rows
    .slice(0, view.limits.maxRows)
    .map((row) => row.map((cell) => ({ text: textOf(cell), type: "string" as const })));
  return tableLines({ columns, rows: cells, notes: [] }, view);
}

function narrower(view: TerminalView, columns: number): TerminalView {
  return { ...view, width: Math.max(12, view.width - columns) };
}

function indentAll(lines: readonly Line[], before: Line): Line[] {
  return indent(lines, before, before);
}

function inlineSpans(tokens: readonly MarkedToken[], style?: Style): Span[] {
  return tokens.flatMap((token) => spansOf(token, style));
}

function spansOf(token: MarkedToken, style: Style | undefined): Line {
  if (token.type === "strong") return inlineSpans(knownTokens(token.tokens), style ?? "strong");
  if (token.type === "em") return inlineSpans(knownTokens(token.tokens), style ?? "emphasis");
  if (token.type === "del") return inlineSpans(knownTokens(token.tokens), "struck");
  if (token.type === "codespan") return spans(token.text, "string");
  if (token.type === "link") {
    const label = inlineSpans(knownTokens(token.tokens), "link");
    const same = label.map(({ text }) => text).join("") === token.href;
    return same ? label : [...label, ...spans(` (${token.href})`, "muted")];
  }
  if (token.type === "image") {
    const address = spans(` (${token.href.slice(0, 200)})`, "muted");
    return [...spans("[image] ", "muted"), ...spans(token.text, style), ...address];
  }
  if (token.type === "escape") return spans(token.text, style);
  if (token.type === "br") return [{ text: " " }];
  if (token.type !== "text") return spans(token.raw, style);
  if (token.tokens === undefined) return spans(plainText(token.text), style);
  return inlineSpans(knownTokens(token.tokens), style);
}

// A soft line break is a space; every other hidden character is made visible.
function spans(text: string, style: Style | undefined): Line {
  return neutralise([{ text: text.replaceAll(/[ \t]*\n[ \t]*/g, " "), style }]);
}
