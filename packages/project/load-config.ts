import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { configProblems, type ToolkilnConfig } from "@toolkiln/generator/config";
import type { ts } from "ts-morph";
import { asFileError, ProjectError } from "./project-error.js";
import { importModule } from "./import-module.js";

/** Reads a configuration file. Reports every error, with its line if it can be found. */
export async function loadConfig(file: string): Promise<ToolkilnConfig> {
  const value = await read(file).catch((error: unknown) => {
    throw asFileError(error) ?? new ProjectError(describeFailure(file, error), { cause: error });
  });
  const problems = await configProblems(value);
  if (problems.length > 0) {
    const locationOf = await keyLocator(file);
    throw new ProjectError(problems.map(({ path, message }) => `${locationOf(path)}: ${message}`).join("\n"));
  }
  const { $schema: _, ...config } = value as ToolkilnConfig;
  return config;
}

async function read(file: string): Promise<unknown> {
  const type = extname(file);
  if (type === ".json") return JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, "")) as unknown;
  if (type === ".yaml" || type === ".yml") return (await import("yaml")).parse(await readFile(file, "utf8"));
  const module = await importModule(file);
  return "default" in module ? module["default"] : module["config"];
}

/** The error message, with the line of the file if the stack contains it. */
function describeFailure(file: string, error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const name = basename(file);
  const line = stack.split(`${name}:`)[1]?.match(/^\d+(?::\d+)?/)?.[0];
  return `${name}${line === undefined ? "" : `:${line}`}: The configuration cannot be loaded: ${message}`;
}

/** The place of a value, given its keys and indexes. */
type KeyLocator = (path: readonly (string | number)[]) => string;

/**
 * Locates keys in a configuration file without running it: returns `file:line:column`, or the file alone if the key is
 * computed elsewhere. Used only to report errors, because it loads a parser.
 */
async function keyLocator(file: string): Promise<KeyLocator> {
  const name = basename(file);
  const text = await readFile(file, "utf8");
  if (/\.ya?ml$/.test(name)) return yamlLocator(name, text);
  const { ts: compiler } = await import("ts-morph");
  const tree = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest);
  return (path) => {
    let found: ts.Node | undefined = tree;
    for (const step of path) found = found && stepInto(compiler, found, step);
    if (found === undefined || found === tree) return name;
    const { line, character } = tree.getLineAndCharacterOfPosition(found.getStart(tree));
    return `${name}:${line + 1}:${character + 1}`;
  };
}

async function yamlLocator(name: string, text: string): Promise<KeyLocator> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  return (path) => {
    const holder = document.getIn(path.slice(0, -1), true);
    const keys = isMap(holder) ? holder.items.map(({ key }) => key).filter(isScalar) : [];
    const range = keys.find(({ value }) => value === path.at(-1))?.range;
    if (!range) return name;
    const { line, col } = lineCounter.linePos(range[0]);
    return `${name}:${line}:${col}`;
  };
}

/** The nearest property with this name, or the item at this index of the nearest array. */
function stepInto(compiler: typeof ts, from: ts.Node, step: string | number): ts.Node | undefined {
  const level: ts.Node[] = [from];
  for (const node of level) {
    if (typeof step === "number" && compiler.isArrayLiteralExpression(node)) return node.elements[step];
    if (node !== from && typeof step === "string" && isProperty(compiler, node, step)) return node;
    // Skip nested values: they may contain a key of the same name.
    if (node === from || !compiler.isPropertyAssignment(node))
      compiler.forEachChild(node, (child) => void level.push(child));
  }
  return undefined;
}

function isProperty(compiler: typeof ts, node: ts.Node, name: string): boolean {
  const isAssigned = compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node);
  return isAssigned && "text" in node.name && node.name.text === name;
}
