import { docComment, type DocParagraph } from "../emit/doc-comment.js";
import { escapeInvisible, lineWidth, propertyName } from "../emit/literal.js";

/** A piece of a type: a token, everything between two brackets, or an object type. */
export type Piece = string | { readonly open: "(" | "["; readonly pieces: Piece[] } | ObjectPiece;

interface ObjectPiece {
  readonly members: readonly Member[];
}

/** A member of an object type; without a name, the index signature. */
export interface Member {
  readonly name?: string;
  readonly docs: readonly DocParagraph[];
  readonly isOptional: boolean;
  readonly type: readonly Piece[];
}

const token = /"(?:[^"\\]|\\.)*"|[()[\]|&,]|[^\s()[\]|&,"]+(?: [^\s()[\]|&,"]+)*/g;

/** Tokenizes a type that json-schema-to-typescript wrote; brackets become nested pieces, and names of objects objects. */
export function parseType(text: string, objects: ReadonlyMap<string, Piece>): readonly Piece[] {
  const open: Piece[][] = [[]];
  for (const [piece] of text.matchAll(token)) {
    if (piece === "(" || piece === "[") {
      const pieces: Piece[] = [];
      open.at(-1)?.push({ open: piece, pieces });
      open.push(pieces);
    } else if (piece === ")" || piece === "]") open.pop();
    else open.at(-1)?.push(objects.get(piece) ?? piece);
  }
  return open[0] ?? [];
}

/** Formats an object type. */
export function layOutMembers(members: readonly Member[], indent = ""): string {
  const inside = `${indent}  `;
  const lines = members.map(({ name, docs, isOptional, type }) => {
    const start = `${name === undefined ? "[key: string]" : propertyName(name)}${isOptional ? "?" : ""}:`;
    const text = layOutType(type, inside, inside.length + start.length + 1);
    return `${docComment(docs, inside)}${inside}${start}${text.startsWith("\n") ? "" : " "}${text};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** Formats a union or a single type: adds line breaks and indentation, removes redundant parentheses. */
export function layOutType(pieces: readonly Piece[], indent: string, used: number): string {
  const members = split(unwrapped(pieces), "|");
  const inline = members.map((member) => sequence(member, indent, used)).join(" | ");
  const fits = !inline.includes("\n") && used + inline.length < lineWidth;
  if (fits || members.length === 1 || members.some(isObject)) return inline;
  const inside = `${indent}  `;
  return members.map((member) => `\n${inside}| ${sequence(member, inside, inside.length)}`).join("");
}

function sequence(pieces: readonly Piece[], indent: string, used: number): string {
  return pieces.map((piece) => layOutPiece(piece, indent, used)).join("");
}

function layOutPiece(piece: Piece, indent: string, used: number): string {
  if (piece === "&") return " & ";
  if (typeof piece === "string") return escapeInvisible(piece);
  if ("members" in piece) return layOutObject(piece, indent);
  if (piece.open === "[") {
    const items = split(piece.pieces, ",").map((item) => layOutType(item, indent, used));
    return `[${items.join(", ")}]`;
  }
  const inner = unwrapped(piece.pieces);
  const printed = layOutType(inner, indent, used);
  if (!inner.includes("|") && !inner.includes("&")) return printed;
  return printed.startsWith("\n") ? `(${printed}\n${indent})` : `(${printed})`;
}

/** A nested object type; one that has only an index signature is written on one line. */
function layOutObject({ members }: ObjectPiece, indent: string): string {
  const [only, ...others] = members;
  if (others.length > 0 || only === undefined || only.name !== undefined)
    return layOutMembers(members, indent);
  return `{ [key: string]: ${layOutType(only.type, indent, indent.length)} }`;
}

function isObject(pieces: readonly Piece[]): boolean {
  const [only] = pieces;
  return pieces.length === 1 && typeof only === "object" && "members" in only;
}

/** Removes parentheses around the whole type. */
function unwrapped(pieces: readonly Piece[]): readonly Piece[] {
  const [only] = pieces;
  const isWrapped = pieces.length === 1 && typeof only === "object" && "open" in only && only.open === "(";
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
