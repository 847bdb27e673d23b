import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const libraries = ["ajv", "ajv-formats", "yaml"];

/** Changes whenever the generator's own code, or a library that its output depends on, does. */
export function codeFingerprint(): string {
  const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
  const own = [
    "emit",
    "print",
    "lower",
    "lint",
    "read",
    "json-schema",
    "model",
    "output",
    "cache",
    "diagnostics",
  ];
  const files = own.flatMap((folder) => stampsOf(join(home, folder)));
  const require = createRequire(import.meta.url);
  return [...files, ...libraries.map((name) => stampOf(require.resolve(`${name}/package.json`)))].join();
}

function stampsOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return stampsOf(path);
      return /(?<!\.d)\.[jt]s$/.test(entry.name) ? [stampOf(path)] : [];
    });
  } catch {
    return [];
  }
}

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size}-${mtimeMs}`;
}
