import { Lexer, type MarkedToken, type Token } from "marked";
import type { CutText } from "./cut-text.js";

// The parser is quadratic in the emphasis marks of a paragraph and recursive in nested quotes. Text above these limits
// was not written by a person.
const maxMarksInBlock = 400;
const deepQuotation = /^[ \t]*(?:>[ \t]*){30}/m;
const deepList = /^[ \t]*(?:[-*+][ \t]+){30}|^[ \t]{60,}(?:[-*+>]|\d+[.)])/m;

/** Markdown as tokens; if they are undefined (too slow to parse, or an error), the text itself is shown. */
export interface MarkdownText extends CutText {
  readonly tokens: readonly MarkedToken[] | undefined;
}

/** Parses Markdown. */
export function markdownTokens(cut: CutText): MarkdownText {
  const text = cut.lines.join("\n");
  const isSlow = deepQuotation.test(text) || deepList.test(text) || hasCrowdedBlock(cut.lines);
  try {
    return { ...cut, tokens: isSlow ? undefined : knownTokens(new Lexer({ gfm: true }).lex(text)) };
  } catch {
    return { ...cut, tokens: undefined };
  }
}

/** Narrows the token type: no extension adds other tokens. */
export function knownTokens(tokens: readonly Token[] = []): MarkedToken[] {
  return tokens as MarkedToken[];
}

function hasCrowdedBlock(lines: readonly string[]): boolean {
  let marks = 0;
  for (const line of lines) {
    marks = line.trim() === "" ? 0 : marks + (line.match(/[*_~]/g)?.length ?? 0);
    if (marks > maxMarksInBlock) return true;
  }
  return false;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00A0" };

/** Decodes character references, so that printers escape the text once. */
export function plainText(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
