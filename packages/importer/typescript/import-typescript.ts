import { dirname, posix, relative, sep } from "node:path";
import { Node, Project, ts, type Symbol as TypeSymbol, type Type } from "ts-morph";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { accessText, baseName } from "../names.js";
import { toParameters } from "../schema/convert-schema.js";
import { Part, rangeAt, SourceError } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";
import { docText, isObject, libraryName, TypeReader } from "./type-reader.js";

/** Imports a type as tool parameters, or functions as tools: `file#Name`, or all functions of a file. */
export function importTypescript(file: SourceFile): ImportedSource {
  const { label, name: wanted } = file;
  const source = openFile(file);
  const exported = source.getExportedDeclarations();
  const functions = [...exported].filter(([, nodes]) => nodes.some(isFunction));
  const names = wanted?.split(",") ?? functions.map(([name]) => name);
  if (names.length === 0)
    throw new SourceError(label, "The file exports no function.", "TK8004", "Name a type: `file.ts#Type`.");
  const tools = names.map((name) => {
    // Types need no export: nothing imports them.
    const nodes = exported.get(name) ?? [];
    const node = nodes.find(isFunction) ?? nodes[0] ?? source.getInterface(name) ?? source.getTypeAlias(name);
    if (node !== undefined) return toTool(name, node, file);
    const help = `The file exports ${[...exported.keys()].slice(0, 20).join(", ") || "nothing"}.`;
    throw new SourceError(label, `There is no type or exported function \`${name}\`.`, "TK8004", help);
  });
  return { tools };
}

/** Opens a file with the options of its project. Without `strict` the compiler would drop `null` from types. */
function openFile({ label, path }: SourceFile) {
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
    throw new SourceError(label, `The file cannot be read: ${reasonOf(error)}.`, "TK1001");
  }
}

function placeIn({ label, path, report }: SourceFile, node: Node): Part {
  const source = node.getSourceFile();
  const { line, column: col } = source.getLineAndColumnAtPos(node.getStart());
  const steps = relative(dirname(path), source.getFilePath()).split(sep);
  const file = posix.join(posix.dirname(label), ...steps);
  return new Part({ file, report, locate: () => rangeAt({ line, col }) }, undefined);
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
  const [signature, ...overloads] = isFunction(node) ? type.getCallSignatures() : [];
  for (const one of overloads)
    placeIn(file, one.getDeclaration()).warn(`This overload of \`${name}\` is not imported, only the first.`);
  const parameters = signature?.getParameters() ?? [];
  const isSent = (one: TypeSymbol): boolean => libraryName(one.getTypeAtLocation(node)) !== "AbortSignal";
  const sent = parameters.filter(isSent);
  const input = new TypeReader((one) => placeIn(file, one));
  const object = signature === undefined ? type : objectParameter(sent, node);
  const members = object?.getProperties() ?? [];
  const signals = members.filter((one) => !isSent(one)).map((one) => JSON.stringify(one.getName()));
  const added = signals.map((key) => `, ${key}: context.signal`).join("");
  const whole = object && (added === "" ? "params" : `{ ...params${added} }`);
  const values = parameters.map((one) => argumentOf(one, isSent(one) ? whole : "context.signal")).join(", ");
  const output = new TypeReader((one) => placeIn(file, one));
  const result = signature?.getReturnType();
  const returned = result?.getSymbol()?.getName() === "Promise" ? result.getTypeArguments()[0] : result;
  const isVoid = returned === undefined || returned.isVoid() || returned.isUndefined();
  return {
    name,
    description: (symbol && docText(symbol)) ?? name,
    schema: toParameters(place, input.read(object ?? sent, node, members.filter(isSent)), false),
    result: isVoid ? {} : output.read(returned, node),
    origin: `the ${signature === undefined ? "type" : "function"} ${name} in ${file.label}`,
    place,
    implementation: returned && {
      imports: { [file.path]: `${exported} as existing` },
      statements: (type) => {
        // Without a cast, the compiler reports when the function and the manifest differ.
        if (input.isExact && output.isExact)
          return isVoid ? `await existing(${values});\nreturn null;` : `return existing(${values});`;
        return `// The types of the manifest and of the function differ, so the compiler cannot check this call.
const call = existing as unknown as (...values: readonly unknown[]) => unknown;
return ((await call(${values})) ?? null) as ${type};`;
      },
    },
  };
}

function argumentOf(symbol: TypeSymbol, access = `params${accessText(symbol.getName())}`): string {
  const node = symbol.getValueDeclaration();
  return Node.isParameterDeclaration(node) && node.isRestParameter() ? `...(${access} ?? [])` : access;
}

/** The type of the only parameter, if its properties can be the tool's parameters. */
function objectParameter([first, ...others]: readonly TypeSymbol[], node: Node): Type | undefined {
  const type = others.length === 0 ? first?.getTypeAtLocation(node).getNonNullableType() : undefined;
  return type && isObject(type) && type.getProperties().length > 0 ? type : undefined;
}
