import { basename, dirname, relative, sep } from "node:path";
import { Project, ts } from "ts-morph";
import { ImportReport, SourceError, type SourcePlace } from "../import-report.js";
import type { ImportedSource, ImportedTool, MutableObject } from "../imported-tool.js";
import { toParameters } from "../schema/parameters.js";
import { callText } from "./call-text.js";
import { nodePlaces } from "./node-places.js";
import { TypeReader } from "./type-reader.js";

/** Imports a type as the parameters of a tool, or a function as a tool that calls it: `file#Name`, or all functions of a file. */
export async function importTypescript(location: string, path: string): Promise<ImportedSource> {
  const [file = location, wanted] = location.split("#");
  const [sourcePath = path] = path.split("#");
  const source = openSource(file, sourcePath);
  const checker = source.project.getTypeChecker().compilerObject;
  const placeOf = nodePlaces((fileName) =>
    fileName === source.fileName ? file : relative(dirname(sourcePath), fileName).split(sep).join("/"),
  );
  const exported = exportsOf(source.node, checker);
  const names =
    wanted === undefined ? exported.filter(isFunction).map(({ name }) => name) : wanted.split(",");
  if (names.length === 0)
    throw new SourceError("TK8004", file, "The file exports no function.", "Name a type: `file.ts#Type`.");
  const report = new ImportReport();
  const context = { checker, report, placeOf, file, path: sourcePath };
  const tools = names.map((name) => {
    const symbol = exported.find((one) => one.name === name) ?? declaredType(source.node, name, checker);
    if (symbol === undefined) throw notThere(file, name, exported);
    return isFunction(symbol) ? functionTool(symbol, context) : typeTool(symbol, context);
  });
  return { tools, support: [], packages: [], report };
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly report: ImportReport;
  readonly placeOf: (node: ts.Node) => SourcePlace;
  /** What the user calls the file, and its absolute path. */
  readonly file: string;
  readonly path: string;
}

/** Opens a file with the options of its project. Without `strict` the compiler would drop `null` from types. */
function openSource(
  file: string,
  path: string,
): { readonly project: Project; readonly node: ts.SourceFile; readonly fileName: string } {
  const tsConfigFilePath = ts.findConfigFile(dirname(path), (file) => ts.sys.fileExists(file));
  try {
    const project = new Project({
      ...(tsConfigFilePath !== undefined && { tsConfigFilePath }),
      skipAddingFilesFromTsConfig: true,
      compilerOptions: {
        strict: true,
        noEmit: true,
        allowJs: true,
        ...(tsConfigFilePath === undefined && {
          module: ts.ModuleKind.NodeNext,
          target: ts.ScriptTarget.ES2022,
        }),
      },
    });
    const node = project.addSourceFileAtPath(path).compilerNode;
    return { project, node, fileName: node.fileName };
  } catch (error) {
    throw new SourceError(
      "TK1001",
      file,
      `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function exportsOf(node: ts.SourceFile, checker: ts.TypeChecker): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(node);
  const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
  return symbols.map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  });
}

/** Types need not be exported: nothing imports them. */
function declaredType(node: ts.SourceFile, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  const declaration = node.statements.find(
    (statement) =>
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      statement.name.text === name,
  );
  return declaration === undefined
    ? undefined
    : checker.getSymbolAtLocation((declaration as ts.InterfaceDeclaration).name);
}

function notThere(file: string, name: string, exported: readonly ts.Symbol[]): SourceError {
  const names = exported
    .map((one) => one.name)
    .slice(0, 20)
    .join(", ");
  return new SourceError(
    "TK8004",
    file,
    `There is no type or exported function \`${name}\`.`,
    names === "" ? undefined : `The file exports ${names}.`,
  );
}

function isFunction(symbol: ts.Symbol): boolean {
  return signatureNode(symbol) !== undefined;
}

function signatureNode({
  valueDeclaration,
}: ts.Symbol): ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | undefined {
  if (valueDeclaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(valueDeclaration)) return valueDeclaration;
  const value = ts.isVariableDeclaration(valueDeclaration) ? valueDeclaration.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? value
    : undefined;
}

function typeTool(symbol: ts.Symbol, { checker, report, placeOf, file }: Context): ImportedTool {
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined)
    throw new SourceError("TK8004", file, `\`${symbol.name}\` has no declaration.`);
  const reader = new TypeReader(checker, report, placeOf);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const schema = rootSchema(reader, type, declaration);
  return {
    name: symbol.name,
    keepsName: false,
    description: descriptionOf(symbol, checker),
    schema: withDefinitions(toParameters(schema, report, false), reader),
    result: "structured",
    origin: `the type ${symbol.name} in ${file}`,
    place: placeOf(declaration),
  };
}

/** An object is its properties; anything else, a union of objects say, stays one schema. */
function rootSchema(reader: TypeReader, type: ts.Type, node: ts.Node): MutableObject {
  return type.isUnion() ? reader.read(type, node) : reader.readObject(type, node);
}

function functionTool(symbol: ts.Symbol, context: Context): ImportedTool {
  const { checker, report, placeOf, file, path } = context;
  const node = signatureNode(symbol);
  const signature = node && checker.getSignatureFromDeclaration(node);
  if (node === undefined || signature === undefined)
    throw new SourceError("TK8004", file, `\`${symbol.name}\` is not a function.`);
  const input = new TypeReader(checker, report, placeOf);
  const { schema, isObject } = readParameters(signature, node, input, checker);
  const output = new TypeReader(checker, report, placeOf);
  const returned = checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType();
  const isVoid = (returned.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0;
  const data = isVoid ? {} : output.read(returned, node);
  const parameters = signature.getParameters().map(({ name, valueDeclaration }) => ({
    name,
    isRest:
      valueDeclaration !== undefined &&
      ts.isParameter(valueDeclaration) &&
      valueDeclaration.dotDotDotToken !== undefined,
  }));
  const call = {
    name: symbol.name,
    path,
    isObject,
    isVoid,
    parameters,
    isExactInput: input.isExact,
    isExactOutput: output.isExact,
  };
  return {
    name:
      symbol.name === "default"
        ? (node.name?.getText() ?? basename(path).replace(/\.\w+$/, ""))
        : symbol.name,
    keepsName: false,
    description: descriptionOf(symbol, checker),
    schema: withDefinitions(toParameters(schema, report, false), input),
    result: Object.keys(data).length === 0 ? "structured" : withDefinitions(data, output),
    origin: `the function ${symbol.name} in ${file}`,
    place: placeOf(node),
    implement: (module) => callText(call, module),
  };
}

/** One object is the parameters itself; otherwise each parameter is a property. */
function readParameters(
  signature: ts.Signature,
  node: ts.Node,
  reader: TypeReader,
  checker: ts.TypeChecker,
): { readonly schema: MutableObject; readonly isObject: boolean } {
  const symbols = signature.getParameters();
  const [first, ...others] = symbols;
  if (first !== undefined && others.length === 0) {
    const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(first, node));
    const isObject =
      (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
      !checker.isArrayLikeType(type) &&
      type.getCallSignatures().length === 0 &&
      reader.libraryName(type) === undefined;
    if (isObject && checker.getPropertiesOfType(type).length > 0)
      return { schema: reader.readObject(type, first.valueDeclaration ?? node), isObject: true };
  }
  const read = symbols.map((symbol) => [symbol.name, reader.readSymbol(symbol, node)] as const);
  const required = read.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  const isRest = (symbol: ts.Symbol) =>
    symbol.valueDeclaration !== undefined &&
    ts.isParameter(symbol.valueDeclaration) &&
    symbol.valueDeclaration.dotDotDotToken !== undefined;
  const rest = new Set(symbols.filter(isRest).map(({ name }) => name));
  return {
    schema: {
      properties: Object.fromEntries(read.map(([name, { schema }]) => [name, schema])),
      required: required.filter((name) => !rest.has(name)),
    },
    isObject: false,
  };
}

function withDefinitions(schema: MutableObject, { definitions }: TypeReader): MutableObject {
  if (Object.keys(definitions).length > 0) schema["$defs"] = definitions;
  return schema;
}

function descriptionOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() || symbol.name;
}
