import type { Expression, Node, SourceFile } from "ts-morph";

/** What a module exports as `tool`; "tool" is anything that may be one. */
export type ToolExport = "nothing" | "contract" | "function" | "tool";

/** Tells what a module exports as `tool`; `generated` is the folder whose exports are contracts. */
export type ToolExportReader = (path: string, text: string, generated: string) => ToolExport;

type Syntax = typeof Node;

/** Makes a reader of modules. The compiler behind it is loaded now and not before: only `check` needs it. */
export async function toolExportReader(): Promise<ToolExportReader> {
  const { Node, Project } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true },
  });
  return (path, text, generated) => {
    const file = project.createSourceFile(path, text, { overwrite: true });
    const contracts = new URL(`${generated}/`, "file:///").pathname;
    const isGenerated = (module = "") =>
      module.startsWith(".") && new URL(module, `file:///${path}`).pathname.startsWith(contracts);
    try {
      return declaredTool(file, Node, isGenerated) ?? passedOnTool(file, isGenerated);
    } finally {
      project.removeSourceFile(file);
    }
  };
}

type IsGenerated = (module: string | undefined) => boolean;

/** What `tool` is if the module declares it. */
function declaredTool(file: SourceFile, syntax: Syntax, isGenerated: IsGenerated): ToolExport | undefined {
  const isType = (node: Node) => syntax.isTypeAliasDeclaration(node) || syntax.isInterfaceDeclaration(node);
  const declaration = file
    .getExportedDeclarations()
    .get("tool")
    ?.find((node) => !isType(node));
  if (declaration === undefined) return undefined;
  if (syntax.isFunctionDeclaration(declaration)) return "function";
  const value: Expression | undefined = syntax.isVariableDeclaration(declaration)
    ? declaration.getInitializer()
    : undefined;
  if (syntax.isArrowFunction(value) || syntax.isFunctionExpression(value)) return "function";
  return syntax.isIdentifier(value) && isGenerated(importedFrom(file, value.getText())) ? "contract" : "tool";
}

/** What `tool` is if the module passes on what another one declares. */
function passedOnTool(file: SourceFile, isGenerated: IsGenerated): ToolExport {
  for (const declaration of file.getExportDeclarations()) {
    if (declaration.isTypeOnly()) continue;
    const names = declaration.getNamedExports();
    // What `export * from` passes on lies in another file and gets the benefit of the doubt.
    if (names.length === 0 && declaration.isNamespaceExport() && !declaration.getNamespaceExport())
      return "tool";
    const name = names.find(
      (each) => (each.getAliasNode()?.getText() ?? each.getName()) === "tool" && !each.isTypeOnly(),
    );
    if (name === undefined) continue;
    const module = declaration.getModuleSpecifierValue() ?? importedFrom(file, name.getName());
    return isGenerated(module) ? "contract" : "tool";
  }
  return "nothing";
}

/** The module that a name is imported from. */
function importedFrom(file: SourceFile, name: string): string | undefined {
  return file
    .getImportDeclarations()
    .find((each) =>
      each
        .getNamedImports()
        .some((imported) => (imported.getAliasNode()?.getText() ?? imported.getName()) === name),
    )
    ?.getModuleSpecifierValue();
}
