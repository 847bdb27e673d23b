import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { ts } from "ts-morph";

/** Path to a configuration value: object keys and array indexes. */
export type ConfigPath = readonly (string | number)[];

/** Locates values in a configuration file. Created only to report errors, because it loads a parser. */
export interface ConfigSource {
  /** `file:line:column` of a key, or the file alone when the key is computed elsewhere. */
  locationOf(path: ConfigPath): string;
  /** The first syntax error, with line. */
  readonly syntaxError: string | undefined;
}

/** Parses a configuration file without running it. */
export async function readConfigSource(file: string): Promise<ConfigSource> {
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  return /^\.ya?ml$/.test(extname(file)) ? yamlSource(file, text) : scriptSource(file, text);
}

async function yamlSource(file: string, text: string): Promise<ConfigSource> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${basename(file)}:${line}:${col}`;
  };
  const [error] = document.errors;
  return {
    syntaxError: error && `${at(error.pos[0])}: ${error.message}`,
    locationOf: (path) => {
      const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
      const pair = isMap(holder)
        ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
        : undefined;
      return isScalar(pair?.key) && pair.key.range ? at(pair.key.range[0]) : basename(file);
    },
  };
}

/** Parses JSON like a script to get its line numbers. */
async function scriptSource(file: string, text: string): Promise<ConfigSource> {
  const { ts: compiler } = await import("ts-morph");
  const isJson = extname(file) === ".json";
  const tree = isJson
    ? compiler.parseJsonText(file, text)
    : compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest);
  const at = (offset: number): string => {
    const { line, character } = tree.getLineAndCharacterOfPosition(offset);
    return `${basename(file)}:${line + 1}:${character + 1}`;
  };
  const error = isJson
    ? compiler.parseConfigFileTextToJson(file, text).error
    : compiler.transpileModule(text, { reportDiagnostics: true, fileName: file }).diagnostics?.[0];
  return {
    syntaxError:
      error && `${at(error.start ?? 0)}: ${compiler.flattenDiagnosticMessageText(error.messageText, "\n")}`,
    locationOf: (path) => {
      const found = path.reduce<ts.Node | undefined>(
        (node, step) => node && stepInto(compiler, node, step),
        tree,
      );
      return found === undefined || path.length === 0 ? basename(file) : at(found.getStart(tree));
    },
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
