import { common, createLowlight } from "lowlight";

type Highlighter = ReturnType<typeof createLowlight>;

let highlighter: Highlighter | undefined;

/** The highlighter's scopes that each of our scopes combines. */
const combinedScopes = {
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

export type CodeScope = keyof typeof combinedScopes;

export interface CodePart {
  readonly text: string;
  readonly scope?: CodeScope | undefined;
}

const scopes: ReadonlyMap<string, CodeScope> = new Map(
  (Object.keys(combinedScopes) as CodeScope[]).flatMap((scope) =>
    combinedScopes[scope].split(" ").map((name) => [name, scope] as const),
  ),
);

// The highlighter is quadratic on hostile code. Pieces of this size take milliseconds; code beyond `maxHighlighted`
// characters is not highlighted.
const pieceLength = 4_000;
const maxHighlighted = 40_000;
const maxLineLength = 1_000;

/** Highlights code, unless the language is unknown or the code is too large. */
export function highlightLines(lines: readonly string[], language: string | undefined): CodePart[][] {
  const plainLine = (text: string): CodePart[] => [{ text }];
  if (language === undefined) return lines.map(plainLine);
  // Lazy, because registering the languages takes longer than rendering most results.
  const lowlight = (highlighter ??= createLowlight(common));
  if (!lowlight.registered(language)) return lines.map(plainLine);
  let done = 0;
  return piecesOf(lines).flatMap((piece) => {
    done += piece.reduce((sum, line) => sum + line.length + 1, 0);
    const tooLarge = done > maxHighlighted || piece.some((line) => line.length > maxLineLength);
    if (tooLarge) return piece.map(plainLine);
    const highlighted: CodePart[][] = [[]];
    addParts(highlighted, lowlight.highlight(language, piece.join("\n")).children, undefined);
    return highlighted;
  });
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

type Nodes = ReturnType<Highlighter["highlight"]>["children"];

/** Appends the text of the highlighter's nodes; each line break starts a new line. */
function addParts(lines: CodePart[][], nodes: Nodes, scope: CodeScope | undefined): void {
  for (const node of nodes) {
    if (node.type === "element")
      addParts(lines, node.children, scopeOf(node.properties["className"]) ?? scope);
    if (node.type !== "text") continue;
    for (const [index, text] of node.value.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, scope });
    }
  }
}

function scopeOf(classes: unknown): CodeScope | undefined {
  const names = Array.isArray(classes) ? classes.map((name) => String(name).replace(/^hljs-|_$/g, "")) : [];
  return scopes.get(names.join(".")) ?? scopes.get(names[0] ?? "");
}
