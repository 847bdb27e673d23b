import type { DocParagraph } from "./doc-comment.js";
import type { ObjectType, TypeNode } from "./types/type-node.js";

/** What a generated file may hold: a closed set, so that no manifest can make it anything else. */
export type Statement =
  | ImportStatement
  | ReExportStatement
  | InterfaceStatement
  | TypeAliasStatement
  | ConstStatement
  | FunctionStatement
  | BaseClassStatement
  | ValidatorStatement;

/** Names that are imported from one module. */
export interface ImportStatement {
  readonly kind: "import";
  readonly module: string;
  readonly names: readonly ImportedName[];
}

/** A name of another module. */
export interface ImportedName {
  readonly name: string;
  readonly typeOnly: boolean;
  /** What it is called here, when its own name is taken. */
  readonly alias?: string;
}

/** Names that are passed on from one module. */
export interface ReExportStatement {
  readonly kind: "re-export";
  readonly module: string;
  readonly names: readonly ReExportedName[];
}

/** A name that is passed on. */
export interface ReExportedName extends ImportedName {
  /** What is to be said of the name beside what is said where it is declared. */
  readonly docs?: readonly DocParagraph[];
}

interface Documented {
  readonly name: string;
  /** Paragraphs of the documentation comment. */
  readonly docs: readonly DocParagraph[];
}

/** An exported interface. */
export interface InterfaceStatement extends Documented {
  readonly kind: "interface";
  readonly type: ObjectType;
}

/** An exported type alias. */
export interface TypeAliasStatement extends Documented {
  readonly kind: "type-alias";
  readonly type: TypeNode;
}

/** A constant with its type written out. */
export interface ConstStatement extends Documented {
  readonly kind: "const";
  readonly exported: boolean;
  readonly type: TypeNode;
  /** Source text, made by `literal` and names of ours only. */
  readonly initializer: string;
}

/** A function that returns one expression. */
export interface FunctionStatement extends Documented {
  readonly kind: "function";
  readonly exported: boolean;
  readonly parameter?: { readonly name: string; readonly type: TypeNode };
  readonly returnType: TypeNode;
  readonly returns: string;
}

/** The abstract class that implementations may extend. */
export interface BaseClassStatement extends Documented {
  readonly kind: "base-class";
  readonly base: TypeNode;
  /** The constant that its `contract` gives back. */
  readonly contract: string;
}

/** Code of a validator, as Ajv wrote it. */
export interface ValidatorStatement {
  readonly kind: "validator-code";
  readonly code: string;
}
