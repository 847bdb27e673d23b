import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Node, Project, type Node as SyntaxNode } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { packageFolders } from "../support/source-files.js";

interface Entry {
  readonly "@toolkiln/source"?: string;
}

/** The sources of a package's entries. */
function entriesOf(folder: string): string[] {
  const text = readFileSync(join(repositoryRoot, folder, "package.json"), "utf8");
  const { exports = {} } = JSON.parse(text) as { exports?: Record<string, Entry | string> };
  return Object.values(exports).flatMap((entry) =>
    typeof entry === "string" || entry["@toolkiln/source"] === undefined
      ? []
      : [join(repositoryRoot, folder, entry["@toolkiln/source"])],
  );
}

/** Whether an editor shows something about a declaration: its own comment, or that of the statement around it. */
function isDocumented(declaration: SyntaxNode): boolean {
  const holder = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration;
  if (holder === undefined || Node.isSourceFile(holder)) return true;
  if (Node.isFunctionDeclaration(holder) && holder.getOverloads().some((one) => one.getJsDocs().length > 0))
    return true;
  return !Node.isJSDocable(holder) || holder.getJsDocs().length > 0;
}

describe("every public export", () => {
  // The standard tools export generated code, whose comments the generator writes.
  it.each(packageFolders.filter((folder) => folder !== "tools"))("of %s has a comment", (folder) => {
    const project = new Project({
      tsConfigFilePath: join(repositoryRoot, folder, "tsconfig.json"),
      compilerOptions: { customConditions: ["@toolkiln/source"] },
    });
    const missing = entriesOf(folder).flatMap((file) =>
      [...(project.getSourceFile(file)?.getExportedDeclarations() ?? [])].flatMap(([name, declarations]) =>
        declarations.some(isDocumented) ? [] : [name],
      ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});
