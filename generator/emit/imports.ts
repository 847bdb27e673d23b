import { posix } from "node:path";
import type { GeneratorConfig } from "../config.js";
import { pascalCase } from "../names/tool-names.js";
import { compareTexts } from "../values/compare-texts.js";
import type { ImportedName, NamesStatement } from "./statement.js";

/** The runtime entry point that generated code may import. */
export const codegenEntry = "@toolkiln/runtime/codegen/v1";

export function importSuffix({ importExtension }: GeneratorConfig): string {
  return importExtension === "none" ? "" : `.${importExtension}`;
}

/** How a file in `folder` imports a module, which is named without extension; both are relative to the project. */
export function moduleSpecifier(folder: string, module: string, config: GeneratorConfig): string {
  const path = posix.relative(folder, module + importSuffix(config));
  return path.startsWith("../") ? path : `./${path}`;
}

/** Collects what a file uses and derives its imports from that. */
export class ImportCollector {
  readonly #modules = new Map<string, Map<string, ImportedName>>();
  readonly #taken: Set<string>;

  /** Imports get an alias when the file declares the same name. */
  constructor(localNames: Iterable<string> = []) {
    this.#taken = new Set(localNames);
  }

  /** Imports a value; returns its name in this file. */
  value(module: string, name: string): string {
    return this.#add(module, name, false);
  }

  type(module: string, name: string): string {
    return this.#add(module, name, true);
  }

  /** The import declarations: packages before the project's own files, sorted. */
  statements(): NamesStatement[] {
    return [...this.#modules].toSorted(byModule).map(([module, names]) => ({
      kind: "import",
      module,
      names: [...names].toSorted(byKey).map(([, imported]) => imported),
    }));
  }

  #add(module: string, name: string, typeOnly: boolean): string {
    const names = this.#modules.get(module) ?? new Map<string, ImportedName>();
    this.#modules.set(module, names);
    const known = names.get(name);
    const imported = known
      ? { ...known, typeOnly: known.typeOnly && typeOnly }
      : this.#import(name, typeOnly);
    names.set(name, imported);
    return imported.alias ?? name;
  }

  #import(name: string, typeOnly: boolean): ImportedName {
    if (!this.#taken.has(name)) {
      this.#taken.add(name);
      return { name, typeOnly };
    }
    let alias = `imported${pascalCase(name)}`;
    while (this.#taken.has(alias)) alias = `${alias}_`;
    this.#taken.add(alias);
    return { name, typeOnly, alias };
  }
}

function byModule(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return Number(a[0].startsWith(".")) - Number(b[0].startsWith(".")) || byKey(a, b);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareTexts(a, b);
}
