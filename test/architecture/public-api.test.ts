import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { packageFolders } from "../support/source-files.js";

interface Entry {
  readonly "@toolkiln/source"?: string;
}

/** The entries of a package and the names that each of them exports, types marked as such. */
function publicApi(folder: string): string {
  const text = readFileSync(join(repositoryRoot, folder, "package.json"), "utf8");
  const { name, exports = {} } = JSON.parse(text) as {
    name: string;
    exports?: Record<string, Entry | string>;
  };
  const entries = Object.entries(exports).map(([path, entry]) => {
    const source = typeof entry === "string" ? undefined : entry["@toolkiln/source"];
    const names = source === undefined ? [] : exportedNames(join(repositoryRoot, folder, source));
    return [name + path.slice(1), ...names.map((exported) => `  ${exported}`)].join("\n");
  });
  return `${entries.join("\n\n")}\n`;
}

function exportedNames(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return tree.statements.flatMap(namesOf).toSorted();
}

function namesOf(statement: ts.Statement): string[] {
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  ) {
    const { elements } = statement.exportClause;
    return elements.map((element) => mark(element.name.text, statement.isTypeOnly || element.isTypeOnly));
  }
  if (!ts.canHaveModifiers(statement)) return [];
  const isExported =
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    return [mark(statement.name.text, true)];
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return [statement.name?.text ?? ""];
  return [];
}

function mark(name: string, isType: boolean): string {
  return isType ? `type ${name}` : name;
}

describe("the public interface", () => {
  it.each(packageFolders.map((folder) => [folder]))("of %s changes only on purpose", async (folder) => {
    await expect(publicApi(folder)).toMatchFileSnapshot(
      join(repositoryRoot, "test/architecture/public-api", `${basename(folder)}.txt`),
    );
  });
});
