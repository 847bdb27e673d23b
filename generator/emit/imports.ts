/** The entry of the runtime that generated code may import. */
export const codegenEntry = "@toolkiln/runtime/codegen/v1";

/** Collects what a file uses and derives its imports from that. */
export class ImportCollector {
  readonly #modules = new Map<string, Map<string, boolean>>();

  /** Notes the use of a value; gives back its name. */
  value(module: string, name: string): string {
    return this.#note(module, name, false);
  }

  /** Notes the use of a type; gives back its name. */
  type(module: string, name: string): string {
    return this.#note(module, name, true);
  }

  /** The import declarations: packages before the project's own files, sorted. */
  declarations(): string {
    const lines = [...this.#modules].toSorted(byModule).map(([module, names]) => {
      const typeOnly = [...names.values()].every((isType) => isType);
      const specifiers = [...names]
        .toSorted(byKey)
        .map(([name, isType]) => (isType && !typeOnly ? `type ${name}` : name));
      return importLine(typeOnly ? "import type" : "import", specifiers, module);
    });
    return `${lines.join("\n")}\n`;
  }

  #note(module: string, name: string, typeOnly: boolean): string {
    const names = this.#modules.get(module) ?? new Map<string, boolean>();
    names.set(name, (names.get(name) ?? true) && typeOnly);
    this.#modules.set(module, names);
    return name;
  }
}

const lineWidth = 100;

function importLine(keyword: string, names: readonly string[], module: string): string {
  const line = `${keyword} { ${names.join(", ")} } from "${module}";`;
  if (line.length <= lineWidth) return line;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}

function byModule(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return Number(a[0].startsWith(".")) - Number(b[0].startsWith(".")) || byKey(a, b);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
