import type { Node, SourceFile } from "ts-morph";

/** Tells for some modules whether they export `tool`. */
export type ToolExportReader = (path: string, text: string) => boolean;

/** Makes a reader of modules. The compiler behind it is loaded now and not before: only `check` needs it. */
export async function toolExportReader(): Promise<ToolExportReader> {
  const { Node, Project } = await import("ts-morph");
  const isType = (node: Node) => Node.isTypeAliasDeclaration(node) || Node.isInterfaceDeclaration(node);
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true },
  });
  return (path, text) => {
    const file = project.createSourceFile(path, text, { overwrite: true });
    try {
      return exportsTool(file, isType);
    } finally {
      project.removeSourceFile(file);
    }
  };
}

function exportsTool(file: SourceFile, isType: (node: Node) => boolean): boolean {
  const declarations = file.getExportedDeclarations().get("tool") ?? [];
  if (declarations.some((declaration) => !isType(declaration))) return true;
  return file.getExportDeclarations().some((declaration) => {
    if (declaration.isTypeOnly()) return false;
    const names = declaration.getNamedExports();
    // What `export * from` passes on lies in another file and gets the benefit of the doubt.
    if (names.length === 0)
      return declaration.isNamespaceExport() && declaration.getNamespaceExport() === undefined;
    return names.some(
      (name) => (name.getAliasNode()?.getText() ?? name.getName()) === "tool" && !name.isTypeOnly(),
    );
  });
}
