// Leaves the dependencies that are part of the generator's bundle out of the package.json that is packed, so that users do
// not install them a second time. `prepack` changes the file and `postpack` restores it; a run that was interrupted
// is restored by the next one, and by the build.
import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** What the generator's bundle contains. It stays a dependency in the repository, where it is installed to be bundled. */
export const bundledDependencies = ["json-schema-to-typescript"];

const generator = new URL("../generator/", import.meta.url);
const backupOf = (root) => new URL("dist/package.json.before-pack", root);

/** Puts package.json back as it was before packing, if packing changed it. */
export async function restoreManifest(root) {
  const before = await readFile(backupOf(root), "utf8").catch(() => undefined);
  if (before === undefined) return;
  await writeFile(new URL("package.json", root), before);
  await rm(backupOf(root));
}

/** Writes the package.json that is packed, and keeps the one that was there. */
export async function changeManifest(root) {
  await restoreManifest(root);
  const file = new URL("package.json", root);
  const before = await readFile(file, "utf8");
  const { scripts: _ours, dependencies, ...manifest } = JSON.parse(before);
  const installed = Object.entries(dependencies).filter(([name]) => !bundledDependencies.includes(name));
  const packed = { ...manifest, dependencies: Object.fromEntries(installed) };
  // The backup is complete before the file changes.
  const unfinished = new URL("dist/package.json.unfinished", root);
  await writeFile(unfinished, before);
  await rename(unfinished, backupOf(root));
  await writeFile(file, `${JSON.stringify(packed, null, 2)}\n`);
}

const [, , command] = process.argv;
if (command === "prepack") await changeManifest(generator);
if (command === "postpack") await restoreManifest(generator);
