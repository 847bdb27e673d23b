import type { SourceFile } from "ts-morph";

/** Whether a module exports `tool`. */
export type ExportsTool = (path: string, text: string) => boolean;

/** Creates a function that reads modules. Lazy-loads the compiler: only `check` needs it. */
export async function toolExportReader(): Promise<ExportsTool> {
  const { Node, Project } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true },
  });
  return (path, text) => {
    const file = project.createSourceFile(path, text, { overwrite: true });
    const declared = file.getExportedDeclarations().get("tool") ?? [];
    const exportsTool =
      declared.some((node) => !Node.isTypeAliasDeclaration(node) && !Node.isInterfaceDeclaration(node)) ||
      passesToolOn(file);
    project.removeSourceFile(file);
    return exportsTool;
  };
}

/** Whether a module exports a `tool` of another one; `export *` is assumed to. */
function passesToolOn(file: SourceFile): boolean {
  return file.getExportDeclarations().some((declaration) => {
    if (declaration.isTypeOnly()) return false;
    const names = declaration.getNamedExports();
    if (names.length === 0) return declaration.isNamespaceExport() && !declaration.getNamespaceExport();
    return names.some(
      (each) => (each.getAliasNode()?.getText() ?? each.getName()) === "tool" && !each.isTypeOnly(),
    );
  });
}
