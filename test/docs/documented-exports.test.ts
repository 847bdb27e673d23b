import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { packageFolders, sourceFiles } from "../support/source-files.js";

// Except the standard tools: they export generated code, and every implementation is called `tool`.
const folders = packageFolders.filter((folder) => folder !== "tools");

it.each(folders)("every public export of %s has a comment", (folder) => {
  const files = sourceFiles(folder);
  const entries = new Set(files.flatMap(({ tree }) => reexported(tree)));
  expect(entries.size).toBeGreaterThan(0);
  const missing = files.flatMap(({ path, tree }) =>
    undocumented(tree)
      .filter((name) => entries.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** The names that a module re-exports from other modules, as the entry files of a package do. */
function reexported(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
      : [],
  );
}

/** The names of declarations that a module exports without a comment. The comment of an overloaded function is above its first signature. */
function undocumented(tree: ts.SourceFile): string[] {
  const names = new Map<string, boolean>();
  for (const statement of tree.statements) {
    if (!ts.canHaveModifiers(statement)) continue;
    if (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true)
      continue;
    const isDocumented = ts.getJSDocCommentsAndTags(statement).length > 0;
    for (const name of namesOf(statement)) names.set(name, isDocumented || names.get(name) === true);
  }
  return [...names].filter(([, isDocumented]) => !isDocumented).map(([name]) => name);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return (ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)) &&
    statement.name !== undefined
    ? [statement.name.text]
    : [];
}
