import { ts } from "ts-morph";
import { freeName, identifierText } from "../names.js";
import type { MutableObject, Part } from "../source/part.js";
import { docKeywords, docText } from "./doc-tags.js";
import { unionOrder } from "./union-order.js";

const { TypeFlags } = ts;
const primitive = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike;
const absent = TypeFlags.Undefined | TypeFlags.Void;

/** Types that a keyword expresses. */
const plainTypes: readonly (readonly [ts.TypeFlags, MutableObject])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, {}],
  [TypeFlags.BooleanLike, { type: "boolean" }],
  [TypeFlags.StringLike, { type: "string" }],
  [TypeFlags.NumberLike, { type: "number" }],
  [TypeFlags.Null, { type: "null" }],
  [TypeFlags.Never, { not: {} }],
];

/** Types with names that one type may lead to; generic ones can lead to others without end. */
const maxNames = 100;

/** Turns a program's types into schemas, named ones into definitions. */
export class TypeReader {
  readonly definitions: MutableObject = {};
  /** Whether values of the schemas are values of the types; a date, say, is text in a schema. */
  isExact = true;
  readonly #checker: ts.TypeChecker;
  readonly #placeOf: (node: ts.Node) => Part;
  readonly #names = new Map<ts.Type, string>();
  readonly #open = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker, placeOf: (node: ts.Node) => Part) {
    this.#checker = checker;
    this.#placeOf = placeOf;
  }

  /** The schema of a type, as it is used at a node; `typeNode` keeps the order in which a union is written. */
  read(type: ts.Type, node: ts.Node, typeNode?: ts.TypeNode): MutableObject {
    return this.#placeOf(node).mark(this.#read(type, node, typeNode));
  }

  /** The properties of an object type as a schema without a name. */
  readObject(type: ts.Type, node: ts.Node): MutableObject {
    const [index] = this.#checker.getIndexInfosOfType(type);
    return this.#placeOf(node).mark({
      type: "object",
      ...this.readMembers(this.#checker.getPropertiesOfType(type), node),
      ...(index && { additionalProperties: this.read(index.type, index.declaration ?? node) }),
    });
  }

  /** Properties or parameters with what their JSDoc says. */
  readMembers(symbols: readonly ts.Symbol[], node: ts.Node): MutableObject {
    const properties = new Map<string, MutableObject>();
    const required: string[] = [];
    for (const symbol of symbols) {
      const declaration = symbol.valueDeclaration ?? node;
      const type = this.#checker.getTypeOfSymbolAtLocation(symbol, declaration);
      const schema = this.read(type, declaration, typeNodeOf(declaration));
      Object.assign(schema, docKeywords(symbol, this.#checker, this.#placeOf(declaration)));
      properties.set(symbol.name, schema);
      if (!isOptional(symbol, type) && schema["default"] === undefined) required.push(symbol.name);
    }
    return {
      ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required }),
    };
  }

  #read(type: ts.Type, node: ts.Node, typeNode?: ts.TypeNode): MutableObject {
    const { flags } = type;
    // A type parameter is what it extends.
    if (flags & TypeFlags.Instantiable && !(flags & TypeFlags.TemplateLiteral)) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return this.#inexact(
        constraint === undefined || constraint === type ? {} : this.read(constraint, node),
      );
    }
    const literal = this.#literalOf(type);
    if (literal !== undefined) return { const: literal };
    if (flags & TypeFlags.TemplateLiteral) return templateSchema(type as ts.TemplateLiteralType);
    const plain = plainTypes.find(([wanted]) => flags & wanted)?.[1];
    if (plain !== undefined) return { ...plain };
    if (flags & (TypeFlags.BigIntLike | TypeFlags.ESSymbolLike | absent))
      return this.#lost(node, this.#checker.typeToString(type));
    const read = (): MutableObject => {
      if (type.isUnion()) return this.#union(type, node, typeNode);
      // `string & { __brand: "UserId" }` is text to everybody but the compiler.
      const base = type.isIntersection() ? type.types.find((part) => part.flags & primitive) : undefined;
      return base === undefined ? this.#structure(type, node) : this.#inexact(this.read(base, node));
    };
    // A union or a list without a name can contain itself only through a type that is looked at here, too.
    const isPlain = type.aliasSymbol === undefined && (type.isUnion() || this.#checker.isArrayLikeType(type));
    return isPlain ? read() : this.#readOnce(type, read);
  }

  /** Types that have a name, and others that contain themselves, become definitions. */
  #readOnce(type: ts.Type, read: () => MutableObject): MutableObject {
    if (!this.#names.has(type) && !this.#open.has(type)) {
      this.#open.add(type);
      const schema = read();
      this.#open.delete(type);
      const name = this.#names.get(type);
      if (name === undefined) return schema;
      this.definitions[name] = schema;
    }
    return { $ref: `#/$defs/${this.#nameOf(type)}` };
  }

  #nameOf(type: ts.Type): string {
    const base = identifierText(this.#checker.typeToString(type)).slice(0, 80) || "Type";
    const isTaken = (name: string): boolean => Object.hasOwn(this.definitions, name);
    const name = this.#names.get(type) ?? freeName(base, isTaken);
    this.#names.set(type, name);
    // The name is taken before the definition is read, which may refer to itself.
    this.definitions[name] ??= {};
    return name;
  }

  #structure(type: ts.Type, node: ts.Node): MutableObject {
    const checker = this.#checker;
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, node);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      const list = { type: "array", ...(item && { items: this.read(item, node) }) };
      return type.symbol.name === "ReadonlyArray" ? this.#inexact(list) : list;
    }
    const library = libraryName(type);
    if (library === "Date") {
      const message = "A `Date` is text in JSON: the tool gets and returns text in the form of RFC 3339.";
      this.#placeOf(node).lose(message);
      return this.#inexact({ type: "string", format: "date-time" });
    }
    if (type.getCallSignatures().length > 0 || (library !== undefined && library !== "Object"))
      return this.#lost(node, library ?? "function");
    return this.#named(type, node);
  }

  /** Interfaces, classes and aliases become definitions; what has no name stays where it is. */
  #named(type: ts.Type, node: ts.Node): MutableObject {
    const symbol = type.aliasSymbol ?? type.symbol;
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined || isLibrary(declaration) || !isNaming(declaration))
      return this.readObject(type, node);
    if (this.#names.size >= maxNames) return this.#lost(node, "type that leads to many others");
    this.#nameOf(type);
    const description = docText(symbol, this.#checker);
    return Object.assign(this.readObject(type, declaration), description !== "" && { description });
  }

  #union(type: ts.UnionType, node: ts.Node, typeNode: ts.TypeNode | undefined): MutableObject {
    const parts = unionOrder(type, this.#checker, typeNode).filter(({ flags }) => !(flags & absent));
    const isBoolean = parts.filter(({ flags }) => flags & TypeFlags.BooleanLiteral).length === 2;
    const rest = isBoolean ? parts.filter(({ flags }) => !(flags & TypeFlags.BooleanLiteral)) : parts;
    const literals = rest.map((part) => (part.flags & TypeFlags.Null ? null : this.#literalOf(part)));
    if (!isBoolean && literals.every((literal) => literal !== undefined))
      return literals.length === 1 ? { const: literals[0] } : { enum: literals };
    const schemas = rest.map((part) => this.read(part, node));
    if (isBoolean) schemas.push({ type: "boolean" });
    const [first] = schemas;
    if (schemas.length === 1 && first !== undefined) return first;
    const types = schemas.map((schema) => (Object.keys(schema).length === 1 ? schema["type"] : undefined));
    return types.every((one) => typeof one === "string") ? { type: types } : { anyOf: schemas };
  }

  #tuple(type: ts.TupleTypeReference, node: ts.Node): MutableObject {
    const { elementFlags, minLength, readonly } = type.target;
    if (readonly) this.isExact = false;
    const items = this.#checker.getTypeArguments(type).map((item) => this.read(item, node));
    const rest = elementFlags.findIndex((flag) => (flag & ts.ElementFlags.Variable) !== 0);
    const fixed = rest < 0 ? items : items.slice(0, rest);
    return {
      type: "array",
      ...(fixed.length > 0 && { prefixItems: fixed }),
      items: rest < 0 ? false : (items[rest] ?? {}),
      ...(minLength > 0 && { minItems: minLength }),
    };
  }

  /** The value of a literal type; undefined for others. */
  #literalOf(type: ts.Type): string | number | boolean | undefined {
    if (type.flags & TypeFlags.EnumLiteral) this.isExact = false;
    if (type.flags & TypeFlags.BooleanLiteral) return this.#checker.typeToString(type) === "true";
    return type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined;
  }

  #lost(node: ts.Node, what: string): MutableObject {
    this.#placeOf(node).lose(`JSON has no \`${what}\`, so anything is accepted here.`);
    return this.#inexact({});
  }

  #inexact(schema: MutableObject): MutableObject {
    this.isExact = false;
    return schema;
  }
}

function templateSchema({ texts, types }: ts.TemplateLiteralType): MutableObject {
  const parts = texts.map((text, index) => {
    const hole = types[index];
    const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    if (hole === undefined) return escaped;
    return escaped + (hole.flags & TypeFlags.NumberLike ? String.raw`-?\d+(\.\d+)?` : ".*");
  });
  return { type: "string", pattern: `^${parts.join("")}$` };
}

/** The name of a type that the language itself declares, such as `Map`. */
export function libraryName({ symbol, aliasSymbol }: ts.Type): string | undefined {
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined || aliasSymbol !== undefined || !isLibrary(declaration)) return undefined;
  return isNaming(declaration) && !ts.isTypeAliasDeclaration(declaration) ? symbol.name : undefined;
}

function isLibrary(node: ts.Node): boolean {
  const library = /[\\/](node_modules[\\/](typescript|@types[\\/]node)[\\/]|lib\.[\w.]+\.d\.ts$)/;
  return library.test(node.getSourceFile().fileName);
}

function isNaming(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function typeNodeOf(node: ts.Node): ts.TypeNode | undefined {
  const isTyped = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node);
  return isTyped ? node.type : undefined;
}

function isOptional({ flags, valueDeclaration: node }: ts.Symbol, type: ts.Type): boolean {
  if (flags & ts.SymbolFlags.Optional) return true;
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some((part) => part.flags & absent)) return true;
  if (node === undefined || !ts.isParameter(node)) return false;
  return [node.questionToken, node.initializer, node.dotDotDotToken].some((part) => part !== undefined);
}
