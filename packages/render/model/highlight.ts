import hljs from "highlight.js/lib/common";

/** The highlighter's scopes by theme class. */
const scopesByClass = {
  keyword: "keyword literal selector-tag variable.language name",
  string: "string regexp symbol link code",
  comment: "comment quote doctag",
  number: "number",
  title: "title section",
  type: "type built_in",
  attribute: "attr attribute property variable template-variable",
  meta: "meta bullet",
  added: "addition",
  removed: "deletion",
} as const;

export type CodeScope = keyof typeof scopesByClass;

export interface CodePart {
  readonly text: string;
  readonly scope?: CodeScope;
}

const scopes: ReadonlyMap<string, CodeScope> = new Map(
  (Object.keys(scopesByClass) as CodeScope[]).flatMap((scope) =>
    scopesByClass[scope].split(" ").map((name) => [name, scope] as const),
  ),
);

// The highlighter is quadratic on hostile code. Pieces of this size take milliseconds; code after the last piece is not
// highlighted.
const pieceLength = 4_000;
const maxHighlighted = 40_000;
const maxLineLength = 1_000;

/** Highlights code, unless the language is unknown or the code is too large. */
export function highlightLines(lines: readonly string[], language: string | undefined): CodePart[][] {
  if (language === undefined || hljs.getLanguage(language) === undefined) return lines.map(plainLine);
  const coloured: CodePart[][] = [];
  let done = 0;
  for (const piece of piecesOf(lines)) {
    const length = piece.reduce((sum, line) => sum + line.length + 1, 0);
    done += length;
    const tooLarge = done > maxHighlighted || piece.some((line) => line.length > maxLineLength);
    for (const line of tooLarge ? piece.map(plainLine) : highlightPiece(piece, language)) coloured.push(line);
  }
  return coloured;
}

function plainLine(text: string): CodePart[] {
  return [{ text }];
}

/** Groups lines up to `pieceLength` characters. */
function piecesOf(lines: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let room = 0;
  for (const line of lines) {
    if (room < line.length + 1) {
      pieces.push([]);
      room = pieceLength;
    }
    pieces.at(-1)?.push(line);
    room -= line.length + 1;
  }
  return pieces;
}

function highlightPiece(lines: readonly string[], language: string): CodePart[][] {
  const { value } = hljs.highlight(lines.join("\n"), { language, ignoreIllegals: true });
  return partsOfMarkup(value, lines.length);
}

const token = /<span class="([^"]*)">|<\/span>|\n|[^<\n]+/g;

/** Parses the highlighter's markup, so that only our printers write markup. */
function partsOfMarkup(markup: string, lineCount: number): CodePart[][] {
  const lines: CodePart[][] = Array.from({ length: lineCount }, () => []);
  const open: (CodeScope | undefined)[] = [];
  let line = 0;
  for (const [piece, classes] of markup.matchAll(token)) {
    if (classes !== undefined) open.push(scopeOf(classes) ?? open.at(-1));
    else if (piece === "</span>") open.pop();
    else if (piece === "\n") line += 1;
    else {
      const scope = open.at(-1);
      lines[line]?.push(scope === undefined ? { text: unescape(piece) } : { text: unescape(piece), scope });
    }
  }
  return lines;
}

function scopeOf(classes: string): CodeScope | undefined {
  const [first = "", second] = classes.split(" ").map((name) => name.replace(/^hljs-|_$/g, ""));
  return scopes.get(`${first}.${second ?? ""}`) ?? scopes.get(first);
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
