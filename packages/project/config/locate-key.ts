import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ts } from "ts-morph";

/**
 * Locates keys in a configuration file without running it: returns `file:line:column`, or the file alone if the key is
 * computed elsewhere or the file is YAML. Used only to report errors, because it loads a parser.
 */
export async function keyLocator(file: string): Promise<(path: readonly (string | number)[]) => string> {
  const name = basename(file);
  if (/\.ya?ml$/.test(name)) return () => name;
  const { ts: compiler } = await import("ts-morph");
  const tree = compiler.createSourceFile(file, await readFile(file, "utf8"), compiler.ScriptTarget.Latest);
  return (path) => {
    let found: ts.Node | undefined = tree;
    for (const step of path) found = found && stepInto(compiler, found, step);
    if (found === undefined || found === tree) return name;
    const { line, character } = tree.getLineAndCharacterOfPosition(found.getStart(tree));
    return `${name}:${line + 1}:${character + 1}`;
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
