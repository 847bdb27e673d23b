import { Lexer, type MarkedToken, type Token } from "marked";

// The parser is quadratic in the emphasis marks of a paragraph and recursive in nested quotes. Text above these limits
// was not written by a person.
const maxMarksInBlock = 400;
const deepQuotation = /^[ \t]*(?:>[ \t]*){30}/m;
const deepList = /^[ \t]*(?:[-*+][ \t]+){30}|^[ \t]{60,}(?:[-*+>]|\d+[.)])/m;

/** Parses Markdown; undefined if the text would be too slow to parse. */
export function markdownTokens(text: string): MarkedToken[] | undefined {
  if (deepQuotation.test(text) || deepList.test(text) || hasCrowdedBlock(text)) return undefined;
  try {
    return knownTokens(new Lexer({ gfm: true }).lex(text));
  } catch {
    return undefined;
  }
}

/** Narrows the token type: no extension adds other tokens. */
export function knownTokens(tokens: readonly Token[] = []): MarkedToken[] {
  return tokens as MarkedToken[];
}

function hasCrowdedBlock(text: string): boolean {
  let marks = 0;
  for (const line of text.split("\n")) {
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
