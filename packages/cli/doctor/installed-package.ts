import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package as a project sees it. */
export interface InstalledPackage {
  /** Absolute. */
  readonly folder: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Finds a package where Node would: in the nearest `node_modules` that has it. */
export function findPackage(root: string, name: string): InstalledPackage | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = readPackage(join(folder, "node_modules", name));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

function readPackage(folder: string): InstalledPackage | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (typeof value !== "object" || value === null || !("version" in value)) return undefined;
    const exports = "exports" in value && typeof value.exports === "object" ? value.exports : {};
    return { folder, version: String(value.version), exports: { ...exports } };
  } catch {
    return undefined;
  }
}
