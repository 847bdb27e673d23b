import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { packageFolders } from "../support/source-files.js";

interface Entry {
  readonly "@toolkiln/source"?: string;
  readonly default?: string;
}

function readPackage(folder: string): { name: string; exports?: Record<string, Entry | string> } {
  return JSON.parse(readFileSync(join(repositoryRoot, folder, "package.json"), "utf8")) as ReturnType<
    typeof readPackage
  >;
}

/** The entries of a package and the names that each of them exports, types marked as such. */
function publicApi(folder: string): string {
  const { name, exports = {} } = readPackage(folder);
  const entries = Object.entries(exports).map(([path, entry]) => {
    const source = typeof entry === "string" ? undefined : entry["@toolkiln/source"];
    const names = source === undefined ? [] : exportedNames(join(repositoryRoot, folder, source));
    return [name + path.slice(1), ...names.map((exported) => `  ${exported}`)].join("\n");
  });
  return `${entries.join("\n\n")}\n`;
}

/** The URL of each built entry of a package, and the values that the source of the entry exports. */
function builtEntries(folder: string): { readonly url: string; readonly values: readonly string[] }[] {
  return Object.values(readPackage(folder).exports ?? {}).flatMap((entry) => {
    if (typeof entry === "string" || entry["@toolkiln/source"] === undefined) return [];
    const names = exportedNames(join(repositoryRoot, folder, entry["@toolkiln/source"]));
    const url = pathToFileURL(join(repositoryRoot, folder, entry.default ?? "")).href;
    return [{ url, values: names.filter((name) => !name.startsWith("type ")) }];
  });
}

/** The names that built modules export, read in a separate process, which does not load the sources. */
function importedNames(urls: readonly string[]): string[][] {
  const script = `const all = [];
for (const url of ${JSON.stringify(urls)}) all.push(Object.keys(await import(url)));
console.log(JSON.stringify(all));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return JSON.parse(output) as string[][];
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
  it.each(packageFolders.map((folder) => [folder]))("has the recorded names in %s", async (folder) => {
    await expect(publicApi(folder)).toMatchFileSnapshot(
      join(repositoryRoot, "test/architecture/public-api", `${basename(folder)}.txt`),
    );
  });

  it("has at most 120 names in the runtime's main entry", () => {
    expect(exportedNames(join(repositoryRoot, "runtime/index.ts")).length).toBeLessThanOrEqual(120);
  });

  it("is the same in the built entries as in the sources", () => {
    const entries = packageFolders.flatMap(builtEntries);
    const imported = importedNames(entries.map(({ url }) => url));
    expect(entries.map(({ url }, index) => [url, imported[index]])).toEqual(
      entries.map(({ url, values }) => [url, values.toSorted()]),
    );
    expect(entries.length).toBeGreaterThan(15);
  });
});
