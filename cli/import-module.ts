import { fileURLToPath, pathToFileURL } from "node:url";

/** What a module exports. */
export type Exports = Readonly<Record<string, unknown>>;

/** Imports a module of the user; TypeScript is compiled on the way where Node cannot run it itself. */
export async function importModule(file: string): Promise<Exports> {
  if (!/\.[cm]?tsx?$/.test(file)) return (await import(pathToFileURL(file).href)) as Exports;
  const { createJiti } = await import("jiti");
  const jiti = createJiti(pathToFileURL(file).href, {
    interopDefault: false,
    // A configuration can be typed by the very command that reads it, installed in its project or not.
    alias: { toolkiln: fileURLToPath(import.meta.resolve("toolkiln")) },
  });
  return jiti.import<Exports>(file);
}
