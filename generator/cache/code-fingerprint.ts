import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const siblings = ["@toolkiln/providers", "@toolkiln/runtime"];
const libraries = ["ajv", "ajv-formats", "json-schema-to-typescript", "yaml", ...siblings];

/** Files that identify other packages' versions. */
const versionFiles = [
  ...libraries.map((name) => `${name}/package.json`),
  // During development, these packages change without a version bump, but each build changes their build info.
  ...siblings.map((name) => `${name}/dist/tsconfig.tsbuildinfo`),
];

/** Changes whenever the generator's code, or a library that affects its output, changes. */
export function codeFingerprint(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  // The root of the generator's code: its package, or the bundle's folder.
  const folder = ["cache", "chunks"].includes(basename(own)) ? dirname(own) : own;
  return [...stampsOf(folder), ...versionFiles.map((file) => libraryStamp(file, own))].join();
}

function stampsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : stampsOf(path);
    return /(?<!\.d)\.[jt]s$/.test(entry.name) ? [stampOf(path)] : [];
  });
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.size}-${found.mtimeMs}` : "";
}

/** Searches `node_modules` here and in all parent folders; a library that is not found has been bundled. */
function libraryStamp(file: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const stamp = stampOf(join(folder, "node_modules", file));
    if (stamp !== "") return stamp;
  }
  return "";
}
