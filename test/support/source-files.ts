import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ts } from "ts-morph";
import { repositoryRoot } from "./repository.js";

/** The folders of the workspace packages. */
export const packageFolders: readonly string[] = readPackages();

/** A TypeScript source of a package. */
export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly folder: string;
  readonly tree: ts.SourceFile;
}

/** Every source file in a folder of the repository and its subfolders. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(repositoryRoot, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => {
      const text = readFileSync(join(repositoryRoot, path), "utf8");
      return { path, folder, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    });
}

/** The static and dynamic imports of a module; the compiler removes `typeOnly` imports. */
export function importsOf({
  tree,
}: SourceFile): { specifier: string; typeOnly: boolean; dynamic: boolean }[] {
  const found: { specifier: string; typeOnly: boolean; dynamic: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      if (ts.isStringLiteral(node.moduleSpecifier)) {
        const typeOnly = ts.isImportDeclaration(node)
          ? node.importClause?.isTypeOnly === true
          : node.isTypeOnly;
        found.push({ specifier: node.moduleSpecifier.text, typeOnly, dynamic: false });
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) {
        found.push({ specifier: argument.text, typeOnly: false, dynamic: true });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function readPackages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  const { workspaces } = manifest as { workspaces: string[] };
  return workspaces;
}
