import type { Node, SourceFile } from "ts-morph";
import type { Range } from "../diagnostics/diagnostic.js";

/** The services in a module's `Services` interface, and the range of its name. */
export interface DeclaredServices {
  readonly names: readonly string[];
  readonly range: Range;
}

/** Reads implementations and the services file. */
export interface ModuleReader {
  /** Whether a module exports `tool`. */
  exportsTool(path: string, text: string): boolean;
  /** Null when the interface is missing or extends another: only the compiler knows its members. */
  services(path: string, text: string): DeclaredServices | null;
}

/** Creates a module reader. Lazy-loads the compiler: only `check` needs it. */
export async function moduleReader(): Promise<ModuleReader> {
  const { Node, Project } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true },
  });
  const inFile = <Found>(path: string, text: string, read: (file: SourceFile) => Found): Found => {
    const file = project.createSourceFile(path, text, { overwrite: true });
    try {
      return read(file);
    } finally {
      project.removeSourceFile(file);
    }
  };
  return {
    services: (path, text) => inFile(path, text, declaredServices),
    exportsTool: (path, text) =>
      inFile(path, text, (file) => {
        const isType = (node: Node) => Node.isTypeAliasDeclaration(node) || Node.isInterfaceDeclaration(node);
        const declared = file.getExportedDeclarations().get("tool") ?? [];
        return declared.some((node) => !isType(node)) || passesToolOn(file);
      }),
  };
}

function declaredServices(file: SourceFile): DeclaredServices | null {
  const declarations = file.getInterfaces().filter((each) => each.getName() === "Services");
  const name = declarations[0]?.getNameNode();
  if (name === undefined || declarations.some((each) => each.getExtends().length > 0)) return null;
  const members = declarations.flatMap((each) => [...each.getProperties(), ...each.getMethods()]);
  const { line, column } = file.getLineAndColumnAtPos(name.getStart());
  const end = { line, column: column + name.getText().length };
  return { names: members.map((member) => member.getName()), range: { start: { line, column }, end } };
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
