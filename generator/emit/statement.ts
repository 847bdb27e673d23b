import type { DocParagraph } from "./doc-comment.js";
import type { PlainSchema } from "./types/plain-schema.js";

/** What a generated file may hold: a closed set, so that no manifest can make it anything else. */
export type Statement =
  | ImportStatement
  | ReExportStatement
  | TypeStatement
  | InterfaceStatement
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

/** An exported type: an interface when it is an object, otherwise an alias. */
export interface TypeStatement extends Documented {
  readonly kind: "type";
  readonly type: PlainSchema;
  /** The interface that this one adds its members to. */
  readonly extends?: string;
}

/** An exported interface that no schema describes; names and types of its members are source text of ours. */
export interface InterfaceStatement extends Documented {
  readonly kind: "interface";
  readonly members: readonly (readonly [name: string, type: string])[];
}

/** A type of the runtime or of this file, as source text of ours, with the arguments that it is given. */
export interface TypeReference {
  readonly type: string;
  readonly typeArguments?: readonly string[];
}

/** A constant with its type written out. */
export interface ConstStatement extends Documented, TypeReference {
  readonly kind: "const";
  readonly exported: boolean;
  /** Source text, made by `literal` and names of ours only. */
  readonly initializer: string;
}

/** An exported constant. */
export function exportedConst(
  name: string,
  type: string,
  initializer: string,
  ...docs: readonly DocParagraph[]
): ConstStatement {
  return { kind: "const", exported: true, name, docs, type, initializer };
}

/** Another name for a type of the runtime or of this file. */
export function typeAlias(name: string, type: string, ...docs: readonly DocParagraph[]): TypeStatement {
  return { kind: "type", name, docs, type: { tsType: type } };
}

/** A function that returns one expression. */
export interface FunctionStatement extends Documented {
  readonly kind: "function";
  readonly exported: boolean;
  readonly parameter?: { readonly name: string; readonly type: string };
  readonly returnType: string;
  readonly returns: string;
}

/** The abstract class that implementations may extend. */
export interface BaseClassStatement extends Documented, TypeReference {
  readonly kind: "base-class";
  /** The constant that its `contract` gives back. */
  readonly contract: string;
}

/** Code of a validator, as Ajv wrote it. */
export interface ValidatorStatement {
  readonly kind: "validator-code";
  readonly code: string;
}
