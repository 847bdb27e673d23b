import { docComment, type DocParagraph } from "../emit/doc-comment.js";
import { escapeInvisible, lineWidth, propertyName } from "../emit/literal.js";

/** A property; the type text refers to it by number. */
export interface Member {
  readonly name: string;
  readonly docs: readonly DocParagraph[];
}

/** A piece of a type: a token, or everything between two brackets. */
type Piece = string | { readonly open: "(" | "[" | "{"; readonly pieces: Piece[] };

const token =
  /"(?:[^"\\]|\\.)*"|(?:p\$\d+\??|\[k: string\]): |[()[\]{}|&,\n]|[^\s()[\]{}|&,"]+(?: [^\s()[\]{}|&,"]+)*/g;

/**
 * Formats a type that json-schema-to-typescript wrote: adds line breaks, indentation and semicolons,
 * removes redundant parentheses, and restores the names and documentation of members.
 */
export function layOutType(
  text: string,
  members: readonly Member[],
  isInterface: boolean,
  used: number,
): string {
  const pieces = bracketed(text);
  const [first] = pieces;
  const layout = new Layout(members);
  if (isInterface && typeof first === "object") return layout.members(first.pieces, "");
  return layout.union(pieces, "", used);
}

class Layout {
  readonly #members: readonly Member[];

  constructor(members: readonly Member[]) {
    this.#members = members;
  }

  members(pieces: readonly Piece[], indent: string): string {
    const inside = `${indent}  `;
    const lines = split(pieces, "\n").map(([key, ...type]) => {
      const { docs, start } = this.#start(key);
      const text = this.union(type, inside, inside.length + start.length + 1);
      return `${docComment(docs, inside)}${inside}${start}${text.startsWith("\n") ? "" : " "}${text};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }

  /** A union, or a single type. */
  union(pieces: readonly Piece[], indent: string, used: number): string {
    const members = split(unwrapped(pieces), "|");
    const inline = members.map((member) => this.#sequence(member, indent, used)).join(" | ");
    const fits = !inline.includes("\n") && used + inline.length < lineWidth;
    if (fits || members.length === 1 || members.some(isObject)) return inline;
    const inside = `${indent}  `;
    return members.map((member) => `\n${inside}| ${this.#sequence(member, inside, inside.length)}`).join("");
  }

  #sequence(pieces: readonly Piece[], indent: string, used: number): string {
    return pieces.map((piece) => this.#piece(piece, indent, used)).join("");
  }

  #piece(piece: Piece, indent: string, used: number): string {
    if (piece === "&") return " & ";
    if (typeof piece === "string") return escapeInvisible(piece);
    if (piece.open === "{") return this.#object(piece.pieces, indent);
    if (piece.open === "[") {
      const items = split(piece.pieces, ",").map((item) => this.union(item, indent, used));
      return `[${items.join(", ")}]`;
    }
    const inner = unwrapped(piece.pieces);
    const printed = this.union(inner, indent, used);
    if (!inner.includes("|") && !inner.includes("&")) return printed;
    return printed.startsWith("\n") ? `(${printed}\n${indent})` : `(${printed})`;
  }

  /** A nested object type; one that has only an index signature is written on one line. */
  #object(pieces: readonly Piece[], indent: string): string {
    const [only = [], ...others] = split(pieces, "\n");
    const [key, ...type] = only;
    if (others.length > 0 || !isIndex(key)) return this.members(pieces, indent);
    return `{ [key: string]: ${this.union(type, indent, indent.length)} }`;
  }

  #start(key: Piece | undefined): { readonly docs: readonly DocParagraph[]; readonly start: string } {
    const [, position, optional] = /^p\$(\d+)(\??): $/.exec(typeof key === "string" ? key : "") ?? [];
    const member = this.#members[Number(position)];
    if (member === undefined) return { docs: [], start: "[key: string]:" };
    return { docs: member.docs, start: `${propertyName(member.name)}${optional}:` };
  }
}

function isIndex(piece: Piece | undefined): boolean {
  return piece === "[k: string]: ";
}

function isObject(pieces: readonly Piece[]): boolean {
  const [only] = pieces;
  return pieces.length === 1 && typeof only === "object" && only.open === "{";
}

/** Removes parentheses around the whole type. */
function unwrapped(pieces: readonly Piece[]): readonly Piece[] {
  const [only] = pieces;
  const isWrapped = pieces.length === 1 && typeof only === "object" && only.open === "(";
  return isWrapped ? unwrapped(only.pieces) : pieces;
}

/** The parts between separators; empty ones are left out. */
function split(pieces: readonly Piece[], separator: string): Piece[][] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece === separator) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts.filter((part) => part.length > 0);
}

/** Tokenizes a text; brackets become nested pieces. */
function bracketed(text: string): Piece[] {
  const open: Piece[][] = [[]];
  for (const [piece] of text.matchAll(token)) {
    if (piece === "(" || piece === "[" || piece === "{") {
      const pieces: Piece[] = [];
      open.at(-1)?.push({ open: piece, pieces });
      open.push(pieces);
    } else if (piece === ")" || piece === "]" || piece === "}") open.pop();
    else open.at(-1)?.push(piece);
  }
  return open[0] ?? [];
}
