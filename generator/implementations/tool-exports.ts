import type { SourceFile } from "ts-morph";
import { hashOf } from "../cache/trace.js";
import { cacheKey, readEntry, writeEntry } from "../cache/project-cache.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";

/** For each path, the hash of the module's content and whether it exports `tool`. */
type KnownExports = Readonly<Record<string, readonly [hash: string, exportsTool: boolean]>>;

/** Reads user modules; lazy-loads the compiler for the first one that is not cached. */
export class ToolExports {
  readonly #host: Host;
  readonly #key: string;
  readonly #now = new Map<string, KnownExports[string]>();
  #before: KnownExports | undefined;
  #reader: ReturnType<typeof moduleReader> | undefined;

  constructor(host: Host, config: GeneratorConfig) {
    this.#host = host;
    this.#key = cacheKey(config);
  }

  async exportsTool(path: string, text: string): Promise<boolean> {
    this.#before ??= ((await readEntry(this.#host, "implementations", this.#key))?.value ??
      {}) as KnownExports;
    const hash = hashOf(text);
    const known = Object.hasOwn(this.#before, path) ? this.#before[path] : undefined;
    const exportsTool =
      known?.[0] === hash ? known[1] : (await (this.#reader ??= moduleReader()))(path, text);
    this.#now.set(path, [hash, exportsTool]);
    return exportsTool;
  }

  /** Writes the cache for the next run. */
  async writeCache(): Promise<void> {
    if (this.#reader === undefined) return;
    await writeEntry(this.#host, "implementations", this.#key, Object.fromEntries(this.#now));
  }
}

async function moduleReader(): Promise<(path: string, text: string) => boolean> {
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
      reExportsTool(file);
    project.removeSourceFile(file);
    return exportsTool;
  };
}

/** Whether a module re-exports `tool` from another one; assumes that every `export *` does. */
function reExportsTool(file: SourceFile): boolean {
  return file.getExportDeclarations().some((declaration) => {
    if (declaration.isTypeOnly()) return false;
    const names = declaration.getNamedExports();
    if (names.length === 0) return declaration.isNamespaceExport() && !declaration.getNamespaceExport();
    return names.some(
      (each) => (each.getAliasNode()?.getText() ?? each.getName()) === "tool" && !each.isTypeOnly(),
    );
  });
}
