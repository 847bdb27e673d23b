import { ts } from "ts-morph";
import type { ImportReport, SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import { docKeywords } from "./doc-tags.js";
import {
  absent,
  hasType,
  includesUndefined,
  isLibrary,
  isNaming,
  isOptionalParameter,
  literalOf,
} from "./type-facts.js";
import { unionOrder } from "./union-order.js";

/** Turns a program's types into schemas, named ones into definitions. */
export class TypeReader {
  readonly definitions: MutableObject = {};
  /** Whether values of the schemas are values of the types; a date, say, is text in a schema. */
  isExact = true;
  readonly #checker: ts.TypeChecker;
  readonly #report: ImportReport;
  readonly #placeOf: (node: ts.Node) => SourcePlace;
  readonly #names = new Map<ts.Type, string>();
  readonly #open = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker, report: ImportReport, placeOf: (node: ts.Node) => SourcePlace) {
    this.#checker = checker;
    this.#report = report;
    this.#placeOf = placeOf;
  }

  /** The schema of a type, as it is used at a node; `typeNode` keeps the order in which a union is written. */
  read(type: ts.Type, node: ts.Node, typeNode?: ts.TypeNode): MutableObject {
    const schema = this.#read(type, node, typeNode);
    this.#report.remember(schema, this.#placeOf(node));
    return schema;
  }

  /** The properties of an object type as a schema without a name. */
  readObject(type: ts.Type, node: ts.Node): MutableObject {
    const properties: MutableObject = {};
    const required: string[] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const { schema, isOptional } = this.readSymbol(symbol, node);
      Object.defineProperty(properties, symbol.name, {
        value: schema,
        enumerable: true,
        writable: true,
        configurable: true,
      });
      if (!isOptional) required.push(symbol.name);
    }
    const index = this.#checker.getIndexInfosOfType(type)[0];
    const schema: MutableObject = {
      type: "object",
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.read(index.type, index.declaration ?? node) }),
    };
    this.#report.remember(schema, this.#placeOf(node));
    return schema;
  }

  /** The schema of a property or parameter with what its JSDoc says. */
  readSymbol(
    symbol: ts.Symbol,
    node: ts.Node,
  ): { readonly schema: MutableObject; readonly isOptional: boolean } {
    const declaration = symbol.valueDeclaration ?? node;
    const type = this.#checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const typeNode = hasType(declaration) ? declaration.type : undefined;
    const place = this.#placeOf(declaration);
    const schema = this.read(type, declaration, typeNode);
    Object.assign(
      schema,
      docKeywords(symbol, this.#checker, (message) => this.#report.lose(place, message)),
    );
    const isOptional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 || includesUndefined(type) || "default" in schema;
    return { schema, isOptional: isOptional || isOptionalParameter(declaration) };
  }

  #read(type: ts.Type, node: ts.Node, typeNode?: ts.TypeNode): MutableObject {
    const { flags } = type;
    // A type parameter is what it extends.
    if (flags & ts.TypeFlags.Instantiable && !(flags & ts.TypeFlags.TemplateLiteral)) {
      this.isExact = false;
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint === undefined || constraint === type ? {} : this.read(constraint, node);
    }
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.BooleanLike && !(flags & ts.TypeFlags.BooleanLiteral))
      return { type: "boolean" };
    const literal = literalOf(type, this.#checker);
    if (literal !== undefined) {
      if (flags & ts.TypeFlags.EnumLiteral) this.isExact = false;
      return { const: literal };
    }
    if (flags & ts.TypeFlags.TemplateLiteral) return this.#template(type as ts.TemplateLiteralType);
    if (flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (flags & ts.TypeFlags.Never) return { not: {} };
    if (
      flags &
      (ts.TypeFlags.BigIntLike | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.Undefined | ts.TypeFlags.Void)
    )
      return this.#lost(node, this.#checker.typeToString(type));
    if (type.isUnion()) return this.#union(type, node, typeNode);
    if (type.isIntersection() && type.types.some(({ flags: part }) => part & primitive))
      return this.#brand(type, node);
    return this.#structure(type, node);
  }

  #structure(type: ts.Type, node: ts.Node): MutableObject {
    const checker = this.#checker;
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, node);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      if (type.symbol.name === "ReadonlyArray") this.isExact = false;
      return { type: "array", ...(item && { items: this.read(item, node) }) };
    }
    const library = this.libraryName(type);
    if (library === "Date") {
      this.isExact = false;
      this.#report.lose(
        this.#placeOf(node),
        "A `Date` is text in JSON: the tool gets and returns text in the form of RFC 3339.",
      );
      return { type: "string", format: "date-time" };
    }
    if (type.getCallSignatures().length > 0 || (library !== undefined && !transparent.has(library)))
      return this.#lost(node, library ?? "function");
    return this.#named(type, node);
  }

  /** Interfaces, classes and aliases become definitions; what has no name stays where it is. */
  #named(type: ts.Type, node: ts.Node): MutableObject {
    const symbol = type.aliasSymbol ?? type.symbol;
    const declaration = symbol?.declarations?.[0];
    const hasName = declaration !== undefined && !isLibrary(declaration) && isNaming(declaration);
    if (!hasName) {
      if (this.#open.has(type)) return this.#lost(node, "type that contains itself without a name");
      this.#open.add(type);
      const schema = this.readObject(type, node);
      this.#open.delete(type);
      return schema;
    }
    const known = this.#names.get(type);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const name = this.#freeName(this.#checker.typeToString(type));
    this.#names.set(type, name);
    // The name stands before the definition is read, which may refer to itself.
    this.definitions[name] = {};
    const documentation = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim();
    const schema = this.readObject(type, declaration);
    if (documentation !== "") schema["description"] = documentation;
    this.definitions[name] = schema;
    return { $ref: `#/$defs/${name}` };
  }

  #union(type: ts.UnionType, node: ts.Node, typeNode: ts.TypeNode | undefined): MutableObject {
    const parts = unionOrder(type, this.#checker, typeNode).filter(({ flags }) => !(flags & absent));
    const booleans = parts.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const rest = booleans.length === 2 ? parts.filter((part) => !booleans.includes(part)) : parts;
    const literals = rest.map((part) =>
      part.flags & ts.TypeFlags.Null ? null : literalOf(part, this.#checker),
    );
    if (rest.some(({ flags }) => flags & ts.TypeFlags.EnumLiteral)) this.isExact = false;
    if (booleans.length < 2 && literals.every((literal) => literal !== undefined))
      return literals.length === 1 ? { const: literals[0] } : { enum: literals };
    const schemas = [
      ...rest.map((part) => this.read(part, node)),
      ...(booleans.length === 2 ? [{ type: "boolean" }] : []),
    ];
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

  /** `string & { __brand: "UserId" }` is text to everybody but the compiler. */
  #brand({ types }: ts.IntersectionType, node: ts.Node): MutableObject {
    this.isExact = false;
    const base = types.find(({ flags }) => flags & primitive);
    return base === undefined ? {} : this.read(base, node);
  }

  #template({ texts, types }: ts.TemplateLiteralType): MutableObject {
    const parts = texts.map((text, index) => {
      const hole = types[index];
      const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      if (hole === undefined) return escaped;
      return escaped + (hole.flags & ts.TypeFlags.NumberLike ? String.raw`-?\d+(\.\d+)?` : ".*");
    });
    return { type: "string", pattern: `^${parts.join("")}$` };
  }

  #lost(node: ts.Node, what: string): MutableObject {
    this.isExact = false;
    this.#report.lose(this.#placeOf(node), `JSON has no \`${what}\`, so anything is accepted here.`);
    return {};
  }

  /** The name of a type that the language itself declares, such as `Map`. */
  libraryName({ symbol, aliasSymbol }: ts.Type): string | undefined {
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined || aliasSymbol !== undefined || !isLibrary(declaration)) return undefined;
    return ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? symbol.name
      : undefined;
  }

  #freeName(text: string): string {
    const base =
      text
        .replaceAll(/[^A-Za-z0-9]+/g, "_")
        .replaceAll(/^_+|_+$/g, "")
        .slice(0, 80) || "Type";
    let name = base;
    for (let number = 2; Object.hasOwn(this.definitions, name); number++) name = `${base}${number}`;
    return name;
  }
}

const primitive = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;
/** Types of the language that only stand for other types. */
const transparent = new Set(["Object", "__type"]);
