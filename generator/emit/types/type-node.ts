import type { DocParagraph } from "../doc-comment.js";
/** A TypeScript type as data. */
export type TypeNode =
  | KeywordType
  | LiteralType
  | ReferenceType
  | ArrayType
  | TupleType
  | ObjectType
  | { readonly kind: "union"; readonly members: readonly TypeNode[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeNode[] };

/** A type with a name of the language. */
export interface KeywordType {
  readonly kind: "keyword";
  readonly name: "string" | "number" | "boolean" | "null" | "undefined" | "unknown" | "never";
}

/** The type of one value. */
export interface LiteralType {
  readonly kind: "literal";
  readonly value: string | number | boolean;
}

/** A type that is declared elsewhere; `typeof` refers to a value's type. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
  readonly typeArguments?: readonly TypeNode[];
  readonly operator?: "typeof" | "keyof";
}

/** A list of any length. */
export interface ArrayType {
  readonly kind: "array";
  readonly items: TypeNode;
  readonly readonly?: boolean;
}

/** A list whose first items have types of their own. */
export interface TupleType {
  readonly kind: "tuple";
  readonly elements: readonly { readonly type: TypeNode; readonly optional: boolean }[];
  /** The type of what follows; nothing follows when absent. */
  readonly rest?: TypeNode;
}

/** An object; without an index it has no other properties than these. */
export interface ObjectType {
  readonly kind: "object";
  readonly properties: readonly PropertyType[];
  readonly index?: TypeNode;
}

/** A property of an object type. */
export interface PropertyType {
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  readonly docs: readonly DocParagraph[];
}

/** A type with a name of the language. */
export function keyword(name: KeywordType["name"]): TypeNode {
  return { kind: "keyword", name };
}

/** A declared type, with its arguments. */
export function reference(name: string, ...typeArguments: readonly TypeNode[]): TypeNode {
  return { kind: "reference", name, ...(typeArguments.length > 0 && { typeArguments }) };
}

/** The type of a declared value. */
export function typeOfValue(name: string): TypeNode {
  return { kind: "reference", name, operator: "typeof" };
}

export const unknownType: TypeNode = keyword("unknown");
export const neverType: TypeNode = keyword("never");

/** The type that has exactly one JSON value. */
export function literalType(value: unknown): TypeNode {
  if (value === null) return keyword("null");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return { kind: "literal", value };
  if (Array.isArray(value)) {
    const elements = value.map((item: unknown) => ({ type: literalType(item), optional: false }));
    return { kind: "tuple", elements };
  }
  if (typeof value !== "object") return unknownType;
  const properties = Object.entries(value).map(([name, item]: [string, unknown]) => {
    return { name, type: literalType(item), optional: false, docs: [] };
  });
  return { kind: "object", properties };
}

/** Either of some types; flattened, without repetitions, and `unknown` swallows the others. */
export function unionOf(types: readonly TypeNode[]): TypeNode {
  const flat = types.flatMap((type) => (type.kind === "union" ? type.members : [type]));
  if (flat.some(isUnknown)) return unknownType;
  const members = withoutBooleanPair(distinct(flat).filter((type) => !isNever(type)));
  if (members.length === 0) return neverType;
  return members.length === 1 && members[0] ? members[0] : { kind: "union", members };
}

/** All of some types at once; `unknown` adds nothing and `never` leaves nothing. */
export function intersectionOf(types: readonly TypeNode[]): TypeNode {
  const flat = types.flatMap((type) => (type.kind === "intersection" ? type.members : [type]));
  if (flat.some(isNever)) return neverType;
  const members = distinct(flat).filter((type) => !isUnknown(type));
  if (members.length === 0) return unknownType;
  return members.length === 1 && members[0] ? members[0] : { kind: "intersection", members };
}

/** Whether a type says nothing. */
export function isUnknown(type: TypeNode): boolean {
  return type.kind === "keyword" && type.name === "unknown";
}

/** Whether a type has no value. */
export function isNever(type: TypeNode): boolean {
  return type.kind === "keyword" && type.name === "never";
}

function distinct(types: readonly TypeNode[]): readonly TypeNode[] {
  if (types.length < 2) return types;
  const seen = new Map<string, TypeNode>();
  for (const type of types) {
    const key = JSON.stringify(type);
    if (!seen.has(key)) seen.set(key, type);
  }
  return [...seen.values()];
}

/** `true | false` reads better as `boolean`. */
function withoutBooleanPair(types: readonly TypeNode[]): readonly TypeNode[] {
  const isBoolean = (type: TypeNode) => type.kind === "literal" && typeof type.value === "boolean";
  if (types.filter(isBoolean).length < 2) return types;
  const first = types.findIndex(isBoolean);
  return types.flatMap((type, position) => {
    if (!isBoolean(type)) return [type];
    return position === first ? [keyword("boolean")] : [];
  });
}
