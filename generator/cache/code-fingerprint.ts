import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const libraries = ["ajv", "ajv-formats", "yaml"];

/** Changes whenever the generator's own code, or a library that its output depends on, does. */
export function codeFingerprint(): string {
  const require = createRequire(import.meta.url);
  return [...stampsOf(codeFolder()), ...libraries.map((name) => libraryStamp(require, name))].join();
}

/** The folder that all code of the generator lies in: its package, or the chunks that it was bundled into. */
function codeFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  return ["cache", "chunks"].includes(basename(own)) ? dirname(own) : own;
}

function stampsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : stampsOf(path);
    return /(?<!\.d)\.[jt]s$/.test(entry.name) ? [stampOf(path)] : [];
  });
}

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size}-${mtimeMs}`;
}

/** A library that is not found has been bundled with the rest. */
function libraryStamp(require: NodeJS.Require, name: string): string {
  try {
    return stampOf(require.resolve(`${name}/package.json`));
  } catch {
    return "";
  }
}
