import { createRequire } from "node:module";
import { sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A module's exports. */
export type Exports = Readonly<Record<string, unknown>>;

/** Imports a user's module; jiti compiles TypeScript, even if Node can run it. */
export async function importModule(file: string): Promise<Exports> {
  if (!/\.[cm]?tsx?$/.test(file)) return (await import(pathToFileURL(file).href)) as Exports;
  const { createJiti } = await import("jiti");
  const jiti = createJiti(pathToFileURL(file).href, { interopDefault: false, alias: aliasesFor(file) });
  return jiti.import<Exports>(file);
}

/** Clears a folder's modules from the cache, so the next import reloads them. Modules loaded by Node itself stay. */
export function forgetModules(folder: string): void {
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    const isOwn = file.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`, folder.length);
    if (isOwn) delete cache[file];
  }
}

const runtimeEntries = "codegen/v1 json kinds node validator testing vocabulary".split(" ");

/** Resolves `toolkiln` to our own configuration module, and the runtime to our own copy if the project has none. */
function aliasesFor(file: string): Record<string, string> {
  const fileOf = (entry: string): string => fileURLToPath(import.meta.resolve(entry));
  const runtime = ["@toolkiln/runtime", ...runtimeEntries.map((entry) => `@toolkiln/runtime/${entry}`)];
  const own = (hasRuntime(file) ? [] : runtime).map((entry) => [entry, fileOf(entry)] as const);
  return { toolkiln: fileOf("@toolkiln/generator/config"), ...Object.fromEntries(own) };
}

function hasRuntime(file: string): boolean {
  try {
    createRequire(file).resolve("@toolkiln/runtime");
    return true;
  } catch {
    return false;
  }
}
