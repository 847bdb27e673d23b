import { dirname, posix, relative, sep } from "node:path";
import { Node, Project, ts, type SourceFile as TypescriptFile } from "ts-morph";
import type { Implementation, ImportedSource, ImportedTool } from "../imported-tool.js";
import { baseName } from "../names.js";
import type { SourceFile } from "../read-source.js";
import { toParameters } from "../schema/convert-schema.js";
import { SourceError, type ImportReport } from "../source/import-report.js";
import { Part, type MutableObject, type PartSource } from "../source/part.js";
import { rangeIn, reasonOf } from "../source/source-document.js";
import { docText } from "./doc-tags.js";
import { libraryName, TypeReader } from "./type-reader.js";

/** Imports a type as the parameters of a tool, or a function as a tool that calls it: `file#Name`, or all functions of a file. */
export function importTypescript(file: SourceFile): ImportedSource {
  const { shown, name: wanted, path, report } = file;
  const source = openFile(shown, path);
  const checker = source.getProject().getTypeChecker().compilerObject;
  const context = { checker, placeOf: placesFrom(source, shown, report), file };
  const exported = source.getExportedDeclarations();
  const functions = [...exported].filter(([, nodes]) => nodes.some((node) => functionOf(node) !== undefined));
  const names = wanted?.split(",") ?? functions.map(([name]) => name);
  if (names.length === 0)
    throw new SourceError("TK8004", shown, "The file exports no function.", "Name a type: `file.ts#Type`.");
  const tools = names.map((name) => {
    // Types need not be exported: nothing imports them.
    const nodes = exported.get(name) ?? [source.getInterface(name) ?? source.getTypeAlias(name)];
    const node = nodes.find((one) => functionOf(one) !== undefined) ?? nodes[0];
    if (node === undefined) throw notThere(shown, name, [...exported.keys()]);
    return toTool(name, node, context);
  });
  return { tools };
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly placeOf: (node: ts.Node) => Part;
  readonly file: SourceFile;
}

/** Opens a file with the options of its project. Without `strict` the compiler would drop `null` from types. */
function openFile(shown: string, path: string): TypescriptFile {
  const tsConfigFilePath = ts.findConfigFile(dirname(path), (file) => ts.sys.fileExists(file));
  const defaults = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
  try {
    const project = new Project({
      ...(tsConfigFilePath !== undefined && { tsConfigFilePath }),
      skipAddingFilesFromTsConfig: true,
      compilerOptions: {
        ...(tsConfigFilePath === undefined && defaults),
        strict: true,
        noEmit: true,
        allowJs: true,
      },
    });
    return project.addSourceFileAtPath(path);
  } catch (error) {
    throw new SourceError("TK1001", shown, `The file cannot be read: ${reasonOf(error)}.`);
  }
}

/** Gives the nodes of a program places: offsets, which stand in for pointers. */
function placesFrom(main: TypescriptFile, shown: string, report: ImportReport): (node: ts.Node) => Part {
  const sources = new Map<ts.SourceFile, PartSource>();
  return (node) => {
    const file = node.getSourceFile();
    const way = relative(main.getDirectoryPath(), file.fileName).split(sep);
    const source = sources.get(file) ?? {
      file: file === main.compilerNode ? shown : posix.join(posix.dirname(shown), ...way),
      report,
      locate: async (pointer) => rangeIn(file, Number(pointer.slice(1)) || 0),
    };
    sources.set(file, source);
    return new Part(source, undefined, `/${node.getStart()}`);
  };
}

function notThere(shown: string, name: string, names: readonly string[]): SourceError {
  const help = names.length === 0 ? undefined : `The file exports ${names.slice(0, 20).join(", ")}.`;
  return new SourceError("TK8004", shown, `There is no type or exported function \`${name}\`.`, help);
}

type Callable = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function functionOf(node: Node | undefined): Callable | undefined {
  const value = Node.isVariableDeclaration(node) ? node.getInitializer() : node;
  if (Node.isFunctionDeclaration(value)) return value.compilerNode;
  return Node.isArrowFunction(value) || Node.isFunctionExpression(value) ? value.compilerNode : undefined;
}

function toTool(exported: string, node: Node, context: Context): ImportedTool {
  const { checker, placeOf, file } = context;
  const callable = functionOf(node);
  const name = exported === "default" ? (callable?.name?.getText() ?? baseName(file.path)) : exported;
  const reader = new TypeReader(checker, placeOf);
  const type = node.getType().compilerType;
  const place = placeOf(callable ?? node.compilerNode);
  const read = callable === undefined ? undefined : readFunction(exported, callable, reader, context);
  // Anything but an object, a union of objects say, stays one schema.
  const schema =
    read?.schema ?? reader[isObject(type, checker) ? "readObject" : "read"](type, node.compilerNode);
  const symbol = node.getSymbol()?.compilerSymbol;
  return {
    name,
    description: (symbol && docText(symbol, checker)) || name,
    schema: withDefinitions(toParameters(place, schema, false), reader),
    result: read?.result ?? {},
    origin: `the ${callable === undefined ? "type" : "function"} ${name} in ${file.shown}`,
    place,
    ...(read && { implementation: read.implementation }),
  };
}

interface ReadFunction extends Pick<ImportedTool, "schema" | "result"> {
  readonly implementation: Implementation;
}

/** Reads the parameters, the result and the call of a function. */
function readFunction(name: string, node: Callable, input: TypeReader, context: Context): ReadFunction {
  const { checker, placeOf, file } = context;
  const signature = checker.getSignatureFromDeclaration(node);
  const parameters = signature?.getParameters() ?? [];
  const object = objectParameter(parameters, node, checker);
  const schema =
    object === undefined
      ? input.readMembers(parameters, node)
      : input.readObject(object, parameters[0]?.valueDeclaration ?? node);
  const returned = signature?.getReturnType() ?? checker.getVoidType();
  const type = checker.getAwaitedType(returned) ?? returned;
  const isVoid = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0;
  const output = new TypeReader(checker, placeOf);
  const result = isVoid ? {} : withDefinitions(output.read(type, node), output);
  const exact = object === undefined ? parameters.map(argumentText).join(", ") : "params";
  const isExact = input.isExact && output.isExact;
  const reason = isExact
    ? ""
    : "// JSON cannot express every type of the function; the import reported which.\n";
  const statements = (used: string, data: string): string => {
    const cast =
      object === undefined
        ? `...([${exact}] as unknown as Parameters<typeof ${used}>)`
        : `params as unknown as Parameters<typeof ${used}>[0]`;
    const call = `${used}(${input.isExact || parameters.length === 0 ? exact : cast})`;
    if (isVoid) return `${reason}await ${call};\nreturn null;`;
    return `${reason}return ${output.isExact ? call : `(await ${call}) as unknown as ${data}`};`;
  };
  const takes = parameters.length === 0 ? "" : "params";
  return { schema, result, implementation: { uses: [{ name, file: file.path }], takes, statements } };
}

/** The parameter of the tool that is passed as an argument. */
function argumentText({ name, valueDeclaration: node }: ts.Symbol): string {
  const access = /^[A-Za-z_$][\w$]*$/.test(name) ? `params.${name}` : `params[${JSON.stringify(name)}]`;
  const isRest = node !== undefined && ts.isParameter(node) && node.dotDotDotToken !== undefined;
  return isRest ? `...(${access} ?? [])` : access;
}

/** The type of the only parameter, where its properties can be the parameters of the tool. */
function objectParameter(
  [first, ...others]: readonly ts.Symbol[],
  node: ts.Node,
  checker: ts.TypeChecker,
): ts.Type | undefined {
  if (first === undefined || others.length > 0) return undefined;
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(first, node));
  return isObject(type, checker) && checker.getPropertiesOfType(type).length > 0 ? type : undefined;
}

/** Whether a type is nothing but its properties. */
function isObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || checker.isArrayLikeType(type))
    return false;
  return type.getCallSignatures().length === 0 && libraryName(type) === undefined;
}

function withDefinitions(schema: MutableObject, { definitions }: TypeReader): MutableObject {
  if (Object.keys(definitions).length > 0) schema["$defs"] = definitions;
  return schema;
}
