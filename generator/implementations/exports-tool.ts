import type { Expression, Node, SourceFile } from "ts-morph";
import type { Range } from "../diagnostics/diagnostic.js";

/** What a module exports as `tool`; "tool" means possibly a tool. */
export type ToolExport = "nothing" | "contract" | "function" | "tool";

/** The services in a module's `Services` interface, and the range of its name. */
export interface DeclaredServices {
  readonly names: readonly string[];
  readonly range: Range;
}

/** Reads implementations and the services file. */
export interface ModuleReader {
  /** What a module exports as `tool`; exports of the `generated` folder are contracts. */
  toolExport(path: string, text: string, generated: string): ToolExport;
  /** Null when the interface is missing or extends another: only the compiler knows its members. */
  services(path: string, text: string): DeclaredServices | null;
}

type Syntax = typeof Node;

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
    toolExport: (path, text, generated) => {
      const contracts = new URL(`${generated}/`, "file:///").pathname;
      const isGenerated = (module = "") =>
        module.startsWith(".") && new URL(module, `file:///${path}`).pathname.startsWith(contracts);
      return inFile(
        path,
        text,
        (file) => declaredTool(file, Node, isGenerated) ?? passedOnTool(file, isGenerated),
      );
    },
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

/** What `tool` is when the module re-exports it. */
function passedOnTool(file: SourceFile, isGenerated: IsGenerated): ToolExport {
  for (const declaration of file.getExportDeclarations()) {
    if (declaration.isTypeOnly()) continue;
    const names = declaration.getNamedExports();
    // `export * from` refers to another file; assume that it exports a tool.
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
