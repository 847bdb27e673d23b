import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const siblings = ["@toolkiln/providers", "@toolkiln/runtime"];
const libraries = ["ajv", "ajv-formats", "json-schema-to-typescript", "yaml", ...siblings];

/** The files by which other packages tell what they are. */
const tellingFiles = [
  ...libraries.map((name) => `${name}/package.json`),
  // Packages of ours change under the same version while they are developed; the compiler's record shows it.
  ...siblings.map((name) => `${name}/dist/tsconfig.tsbuildinfo`),
];

/** Changes whenever the generator's own code, or a library that its output depends on, does. */
export function codeFingerprint(): string {
  return [...stampsOf(codeFolder()), ...tellingFiles.map(libraryStamp)].join();
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

/** Looks where libraries usually lie; resolving their names takes as long as everything else here. */
function libraryStamp(file: string): string {
  const own = fileURLToPath(import.meta.url);
  for (let folder = dirname(own); folder !== dirname(folder); folder = dirname(folder)) {
    const found = statSync(join(folder, "node_modules", file), { throwIfNoEntry: false });
    if (found !== undefined) return `${found.size}-${found.mtimeMs}`;
  }
  return resolvedStamp(file);
}

/** A library that is not found at all has been bundled with the rest. */
function resolvedStamp(file: string): string {
  try {
    return stampOf(createRequire(import.meta.url).resolve(file));
  } catch {
    return "";
  }
}
