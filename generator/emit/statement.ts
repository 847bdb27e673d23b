import { docComment, type DocParagraph } from "./doc-comment.js";
import { lineWidth } from "./literal.js";
import type { PlainSchema } from "./types/plain-schema.js";

type Docs = readonly DocParagraph[];

/** A file to be generated, as plain data. */
export interface FileStructure {
  /** Relative to the output folder. */
  readonly path: string;
  /** What it is generated from, for its header. */
  readonly source: string;
  /** Whether to skip type checking; only for validators. */
  readonly unchecked?: boolean;
  readonly statements: readonly Statement[];
}

export type Statement = NamesStatement | TypeStatement | CodeStatement;

export interface NamesStatement {
  readonly kind: "import" | "export";
  readonly module: string;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  readonly name: string;
  readonly typeOnly: boolean;
  /** Local name, when the original is taken. */
  readonly alias?: string;
}

/** An exported type: an interface when it is an object, otherwise an alias. */
export interface TypeStatement {
  readonly kind: "type";
  readonly name: string;
  readonly docs: Docs;
  readonly type: PlainSchema;
  readonly extends?: string;
}

/** Source text: fixed code, output of `literal` and `docComment`, or Ajv's validators. */
export interface CodeStatement {
  readonly kind: "code";
  readonly code: string;
}

export function declaration(code: string, ...docs: Docs): CodeStatement {
  return { kind: "code", code: `${docComment(docs, "")}${code}\n` };
}

export function exportedConst(name: string, type: string, value: string, ...docs: Docs): CodeStatement {
  return declaration(`export const ${name}: ${type} = ${value};`, ...docs);
}

/** A function call with one argument per line. */
export function callOf(name: string, given: readonly string[], indent = ""): string {
  if (given.length === 0) return `${name}()`;
  return `${name}(\n${given.map((argument) => `${indent}  ${argument},\n`).join("")}${indent})`;
}

export function typeAlias(name: string, type: string, ...docs: Docs): TypeStatement {
  return { kind: "type", name, docs, type: { tsType: type } };
}

/** A type with its type arguments, one per line when they do not fit on the current line. */
export function genericType(type: string, typeArguments: readonly string[], used: number): string {
  const inline = `${type}<${typeArguments.join(", ")}>`;
  if (used + inline.length <= lineWidth) return inline;
  return `${type}<\n${typeArguments.map((argument) => `  ${argument}`).join(",\n")}\n>`;
}
