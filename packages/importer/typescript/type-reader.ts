import { Node, ts, type Symbol as TypeSymbol, type Type } from "ts-morph";
import { uniqueName } from "../names.js";
import { unlessEmpty, type MutableObject, type Part } from "../source/part.js";
import { attempt } from "../source/read-document.js";

const { TypeFlags } = ts;
const primitive = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike;
const absent = TypeFlags.Undefined | TypeFlags.Void;

const plainTypes: readonly (readonly [ts.TypeFlags, MutableObject])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, {}],
  [TypeFlags.BooleanLike, { type: "boolean" }],
  [TypeFlags.StringLike, { type: "string" }],
  [TypeFlags.NumberLike, { type: "number" }],
  [TypeFlags.Null, { type: "null" }],
  [TypeFlags.Never, { not: {} }],
];

/** Maximum named types and total object types reachable from a type: generics can recurse endlessly. */
const limits = { names: 100, objects: 500 };

export class TypeReader {
  readonly #definitions: MutableObject = {};
  /** Whether schema values match the types; a `Date`, for example, is a string in JSON. */
  isExact = true;
  readonly #placeOf: (node: Node) => Part;
  readonly #names = new Map<ts.Type, string>();
  readonly #used = new Set<string>();
  #objects = 0;

  constructor(placeOf: (node: Node) => Part) {
    this.#placeOf = placeOf;
  }

  /** The schema of a type, or of an object with these members, and the definitions that it references. */
  read(root: Type | TypeSymbol[], node: Node, properties?: readonly TypeSymbol[]): MutableObject {
    const schema = Array.isArray(root)
      ? this.#members(root, node)
      : isObject(root)
        ? this.#object(root, node, properties)
        : this.#schema(root, node);
    return Object.assign(schema, { $defs: unlessEmpty(this.#definitions) });
  }

  #schema(type: Type, node: Node): MutableObject {
    return this.#placeOf(node).mark(this.#convert(type, node));
  }

  #object(type: Type, node: Node, properties: readonly TypeSymbol[] = type.getProperties()): MutableObject {
    const index = type.getStringIndexType();
    const members = this.#members(properties, node);
    const additionalProperties = index && this.#schema(index, node);
    return this.#placeOf(node).mark({ type: "object", ...members, additionalProperties });
  }

  #members(symbols: readonly TypeSymbol[], node: Node): MutableObject {
    const properties: MutableObject = {};
    const required: string[] = [];
    for (const symbol of symbols) {
      const name = symbol.getName();
      const declaration = symbol.getValueDeclaration() ?? node;
      const type = symbol.getTypeAtLocation(declaration);
      const schema = Object.assign(this.#schema(type, declaration), docKeywords(symbol));
      if (!isOptional(symbol, type) && schema["default"] === undefined) required.push(name);
      properties[name] = schema;
    }
    return { properties: unlessEmpty(properties), required: unlessEmpty(required) };
  }

  #convert(type: Type, node: Node): MutableObject {
    const flags = type.getFlags();
    if (type.isTemplateLiteral()) return templateSchema(type.compilerType);
    const literal = this.#literalOf(type);
    if (literal !== undefined) return { const: literal };
    const plain = plainTypes.find(([wanted]) => flags & wanted)?.[1];
    if (plain !== undefined) return { ...plain };
    if (flags & (TypeFlags.BigIntLike | TypeFlags.ESSymbolLike | absent))
      return this.#inexact(node, noJson(type.getText()));
    // Read a type parameter as its constraint, and `string & { __brand: "UserId" }` as a string.
    const isParameter = (flags & TypeFlags.Instantiable) !== 0;
    const brand = type.getIntersectionTypes().find((part) => part.getFlags() & primitive);
    const base = isParameter ? type.getConstraint() : brand;
    if (isParameter || base !== undefined) {
      this.isExact = false;
      return base === undefined ? {} : this.#schema(base, node);
    }
    // An unnamed union or list can recurse only through a named type.
    const isPlain = type.getAliasSymbol() === undefined && (type.isUnion() || isList(type));
    return isPlain ? this.#structure(type, node) : this.#named(type, node);
  }

  /** Interfaces, classes, object aliases and recursive types become definitions. */
  #named(type: Type, node: Node): MutableObject {
    const known = this.#names.get(type.compilerType);
    if (known !== undefined) {
      this.#used.add(known);
      return { $ref: `#/$defs/${known}` };
    }
    if (this.#names.size >= limits.names || ++this.#objects > limits.objects)
      return this.#inexact(node, "The type references too many others, so anything is accepted here.");
    const words = shortText(type).match(/\w+/g) ?? ["Type"];
    const name = uniqueName(words.join("_").slice(0, 80), (one) => [...this.#names.values()].includes(one));
    // Register the name first: the definition may be recursive.
    this.#names.set(type.compilerType, name);
    const symbol = type.getAliasSymbol() ?? type.getSymbol();
    const naming = namingOf(symbol);
    const declaration = isLibrary(naming) ? undefined : naming;
    const schema = this.#structure(type, declaration ?? node);
    if (!this.#used.has(name) && (declaration === undefined || schema["type"] !== "object")) {
      this.#names.delete(type.compilerType);
      return schema;
    }
    const description = symbol && declaration && docText(symbol);
    this.#definitions[name] = Object.assign(schema, { description });
    return { $ref: `#/$defs/${name}` };
  }

  #structure(type: Type, node: Node): MutableObject {
    if (type.isUnion()) return this.#union(type, node);
    if (type.isTuple()) return this.#tuple(type, node);
    const item = type.getArrayElementType();
    if (item !== undefined) {
      if (type.isReadonlyArray()) this.isExact = false;
      return { type: "array", items: this.#schema(item, node) };
    }
    const library = libraryName(type);
    const isFunction = type.getCallSignatures().length > 0;
    if (!isFunction && (library === undefined || library === "Object")) return this.#object(type, node);
    if (library !== "Date") return this.#inexact(node, noJson(library ?? "function"));
    const message = "A `Date` is a string in JSON: the tool accepts and returns RFC 3339 strings.";
    return this.#inexact(node, message, { type: "string", format: "date-time" });
  }

  #union(type: Type, node: Node): MutableObject {
    const parts = inSourceOrder(type, node).filter((part) => !(part.getFlags() & absent));
    const isBoolean = parts.filter((part) => part.isBooleanLiteral()).length === 2;
    const rest = isBoolean ? parts.filter((part) => !part.isBooleanLiteral()) : parts;
    const literals = rest.map((part) => (part.isNull() ? null : this.#literalOf(part)));
    if (!isBoolean && literals.every((literal) => literal !== undefined))
      return literals.length === 1 ? { const: literals[0] } : { enum: literals };
    const schemas = rest.map((part) => this.#schema(part, node));
    if (isBoolean) schemas.push({ type: "boolean" });
    if (schemas.length === 1) return { ...schemas[0] };
    const types = schemas.map((schema) => (Object.keys(schema).length === 1 ? schema["type"] : undefined));
    return types.every((one) => typeof one === "string") ? { type: types } : { anyOf: schemas };
  }

  #tuple(type: Type, node: Node): MutableObject {
    const { elementFlags, minLength, readonly } = (type.compilerType as ts.TupleTypeReference).target;
    if (readonly) this.isExact = false;
    const items = type.getTupleElements().map((item) => this.#schema(item, node));
    const rest = elementFlags.findIndex((flag) => (flag & ts.ElementFlags.Variable) !== 0);
    return {
      type: "array",
      prefixItems: unlessEmpty(rest < 0 ? items : items.slice(0, rest)),
      items: rest < 0 ? false : items[rest],
      minItems: minLength || undefined,
    };
  }

  #inexact(node: Node, message: string, schema: MutableObject = {}): MutableObject {
    this.#placeOf(node).warn(message);
    this.isExact = false;
    return schema;
  }

  #literalOf(type: Type): string | number | boolean | undefined {
    if (type.isEnumLiteral()) this.isExact = false;
    if (type.isBooleanLiteral()) return type.getText() === "true";
    const value = type.getLiteralValue();
    return typeof value === "object" ? undefined : value;
  }
}

const noJson = (type: string): string => `JSON has no \`${type}\`, so anything is accepted here.`;

/** The text of a type as in compiler errors; the full text may be huge. */
const shortText = (type: Type): string => type.getText(undefined, ts.TypeFormatFlags.None);

/** The members of a union in source order, which the compiler does not keep. */
function inSourceOrder(type: Type, node: Node): Type[] {
  const alias = type.getAliasSymbol()?.getDeclarations()[0];
  const text = `${node.getText()} ${alias?.getText() ?? ""}`.replaceAll("'", '"');
  // A member that the text does not contain comes last.
  const placeOf = (part: Type): number => (text + shortText(part)).indexOf(shortText(part));
  return type.getUnionTypes().toSorted((a, b) => placeOf(a) - placeOf(b));
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

const isList = (type: Type): boolean => type.isTuple() || type.isArray() || type.isReadonlyArray();

export function isObject(type: Type): boolean {
  if (!(type.isObject() || type.isIntersection()) || isList(type)) return false;
  return type.getCallSignatures().length === 0 && libraryName(type) === undefined;
}

/** The interface, class or alias that names a type. */
function namingOf(symbol: TypeSymbol | undefined): Node | undefined {
  const kinds = /^(Interface|Class|TypeAlias)Declaration$/;
  return symbol?.getDeclarations().find((one) => kinds.test(one.getKindName()));
}

/** The name of a built-in type, such as `Map`. */
export function libraryName(type: Type): string | undefined {
  const symbol = type.getAliasSymbol() === undefined ? type.getNonNullableType().getSymbol() : undefined;
  return isLibrary(namingOf(symbol)) ? symbol?.getName() : undefined;
}

function isLibrary(node: Node | undefined): boolean {
  const library = /[\\/](node_modules[\\/](typescript|@types[\\/]node)[\\/]|lib\.[\w.]+\.d\.ts$)/;
  return library.test(node?.getSourceFile().getFilePath() ?? "");
}

function isOptional(symbol: TypeSymbol, type: Type): boolean {
  const parts = [type, ...type.getUnionTypes()];
  if (symbol.isOptional() || parts.some((part) => part.getFlags() & absent)) return true;
  const node = symbol.getValueDeclaration();
  return Node.isParameterDeclaration(node) && node.isOptional();
}

const valueTags =
  /^(default|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|(min|max)(Length|Items|Properties))$/;

/** Converts JSDoc tags of a symbol to schema keywords. Lint reports invalid values. */
function docKeywords(symbol: TypeSymbol): MutableObject {
  const keywords: MutableObject = { description: docText(symbol) };
  for (const { name, text } of symbol.compilerSymbol.getJsDocTags()) {
    const value = ts.displayPartsToString(text).trim();
    if (valueTags.test(name)) keywords[name] = readValue(value);
    else if (/^(pattern|format|title)$/.test(name)) keywords[name] = value;
    else if (/^(deprecated|uniqueItems)$/.test(name)) keywords[name] = true;
    else if (name === "example") keywords["examples"] = [readValue(value)];
    else if (name === "integer") keywords["type"] = "integer";
  }
  return keywords;
}

export function docText({ compilerSymbol }: TypeSymbol): string | undefined {
  return ts.displayPartsToString(compilerSymbol.getDocumentationComment(undefined)).trim() || undefined;
}

/** Parses JSON; anything else is a string, without quotes and backticks. */
function readValue(text: string): unknown {
  const bare = text.replace(/^`(.*)`$/s, "$1");
  const value = attempt(() => JSON.parse(bare) as unknown);
  return value === undefined ? bare.replace(/^'(.*)'$/s, "$1") : value;
}
