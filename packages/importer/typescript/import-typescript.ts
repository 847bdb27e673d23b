import { dirname, posix, relative, sep } from "node:path";
import {
  Node,
  Project,
  ts,
  type SourceFile as TypescriptFile,
  type Symbol as TypeSymbol,
  type Type,
} from "ts-morph";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { accessText, baseName } from "../names.js";
import { toParameters } from "../schema/convert-schema.js";
import { Part, rangeAt, SourceError, unlessEmpty, type MutableObject } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";
import { docText } from "./doc-keywords.js";
import { isObject, TypeReader } from "./type-reader.js";

/** Imports a type as tool parameters, or functions as tools: `file#Name`, or all functions of a file. */
export function importTypescript(file: SourceFile): ImportedSource {
  const { label, name: wanted } = file;
  const source = openFile(file);
  const exported = source.getExportedDeclarations();
  const functions = [...exported].filter(([, nodes]) => nodes.some(isFunction));
  const names = wanted?.split(",") ?? functions.map(([name]) => name);
  if (names.length === 0)
    throw new SourceError("TK8004", label, "The file exports no function.", "Name a type: `file.ts#Type`.");
  const tools = names.map((name) => {
    // Types need no export: nothing imports them.
    const nodes: (Node | undefined)[] = exported.get(name) ?? [
      source.getInterface(name) ?? source.getTypeAlias(name),
    ];
    const node = nodes.find((one) => one !== undefined && isFunction(one)) ?? nodes[0];
    if (node !== undefined) return toTool(name, node, file);
    const help = `The file exports ${[...exported.keys()].slice(0, 20).join(", ") || "nothing"}.`;
    throw new SourceError("TK8004", label, `There is no type or exported function \`${name}\`.`, help);
  });
  return { tools };
}

/** Opens a file with the options of its project. Without `strict` the compiler would drop `null` from types. */
function openFile({ label, path }: SourceFile): TypescriptFile {
  const tsConfigFilePath = ts.findConfigFile(dirname(path), (file) => ts.sys.fileExists(file));
  const defaults = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
  const own = { strict: true, noEmit: true, allowJs: true };
  try {
    const project = new Project({
      ...(tsConfigFilePath !== undefined && { tsConfigFilePath }),
      skipAddingFilesFromTsConfig: true,
      compilerOptions: { ...(tsConfigFilePath === undefined && defaults), ...own },
    });
    return project.addSourceFileAtPath(path);
  } catch (error) {
    throw new SourceError("TK1001", label, `The file cannot be read: ${reasonOf(error)}.`);
  }
}

function placeIn({ label, path, report }: SourceFile, node: Node): Part {
  const source = node.getSourceFile();
  const { line, column } = source.getLineAndColumnAtPos(node.getStart());
  const steps = relative(dirname(path), source.getFilePath()).split(sep);
  const file = posix.join(posix.dirname(label), ...steps);
  return new Part({ file, report, locate: () => rangeAt(line, column) }, undefined);
}

function isFunction(node: Node): boolean {
  const isValue =
    Node.isFunctionDeclaration(node) || Node.isVariableDeclaration(node) || Node.isExpression(node);
  return isValue && node.getType().getCallSignatures().length > 0;
}

function toTool(exported: string, node: Node, file: SourceFile): ImportedTool {
  const own = Node.isFunctionDeclaration(node) ? node.getName() : undefined;
  const name = exported === "default" ? (own ?? baseName(file.path)) : exported;
  const symbol = node.getSymbol();
  const place = placeIn(file, node);
  const type = node.getType();
  const [signature] = isFunction(node) ? type.getCallSignatures() : [];
  const parameters = signature?.getParameters() ?? [];
  const input = new TypeReader((one) => placeIn(file, one));
  const object = signature === undefined ? type : objectParameter(parameters, node);
  const schema =
    object === undefined ? input.readMembers(parameters, node) : input.readParameters(object, node);
  const values = object === undefined ? parameters.map(argumentText).join(", ") : "params";
  const returned = signature && readResult(signature.getReturnType(), node, file);
  return {
    name,
    description: (symbol && docText(symbol)) || name,
    schema: toParameters(place, { ...schema, $defs: unlessEmpty(input.definitions) }, false),
    origin: `the ${signature === undefined ? "type" : "function"} ${name} in ${file.label}`,
    place,
    result: returned?.schema ?? {},
    implementation: returned && {
      uses: [{ name: `${exported} as existing`, file: file.path }],
      statements: (data) =>
        input.isExact && returned.isExact
          ? exactCall(values, returned.isVoid)
          : `// JSON cannot express every type of the function; the import reported which.
const call = existing as unknown as (...values: readonly unknown[]) => unknown;
return ((await call(${values})) ?? null) as ${data};`,
    },
  };
}

/** A call without casts: the compiler reports when the function and the manifest differ. */
function exactCall(values: string, isVoid: boolean): string {
  return isVoid ? `await existing(${values});\nreturn null;` : `return existing(${values});`;
}

interface ReadResult {
  readonly schema: MutableObject;
  readonly isExact: boolean;
  readonly isVoid: boolean;
}

function readResult(returned: Type, node: Node, file: SourceFile): ReadResult {
  const isPromise = returned.getSymbol()?.getName() === "Promise";
  const [type = returned] = isPromise ? returned.getTypeArguments() : [];
  if (type.isVoid() || type.isUndefined()) return { schema: {}, isExact: true, isVoid: true };
  const output = new TypeReader((one) => placeIn(file, one));
  const result = output.read(type, node);
  const schema = Object.assign(result, { $defs: unlessEmpty(output.definitions) });
  return { schema, isExact: output.isExact, isVoid: false };
}

function argumentText(symbol: TypeSymbol): string {
  const node = symbol.getValueDeclaration();
  const access = `params${accessText(symbol.getName())}`;
  return Node.isParameterDeclaration(node) && node.isRestParameter() ? `...(${access} ?? [])` : access;
}

/** The type of the only parameter, if its properties can be the tool's. */
function objectParameter([first, ...others]: readonly TypeSymbol[], node: Node): Type | undefined {
  if (first === undefined || others.length > 0) return undefined;
  const type = first.getTypeAtLocation(node).getNonNullableType();
  return isObject(type) && type.getProperties().length > 0 ? type : undefined;
}
