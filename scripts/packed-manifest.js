// Removes bundled dependencies from the generator's package.json while it is packed, so that users do not install them
// twice. `prepack` changes the file and `postpack` restores it. After an interrupted run, the next run or build restores it.
import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** Dependencies that the generator's bundle contains. */
export const bundledDependencies = [
  "@eslint-community/regexpp",
  "diff",
  "fast-string-width",
  "json-schema-to-typescript",
];

const generator = new URL("../generator/", import.meta.url);
const backupOf = (root) => new URL("dist/package.json.before-pack", root);

/** Restores package.json after packing. */
export async function restoreManifest(root) {
  const before = await readFile(backupOf(root), "utf8").catch(() => undefined);
  if (before === undefined) return;
  await writeFile(new URL("package.json", root), before);
  await rm(backupOf(root));
}

/** Writes the package.json to pack, and keeps a backup of the original. */
export async function changeManifest(root) {
  await restoreManifest(root);
  const file = new URL("package.json", root);
  const before = await readFile(file, "utf8");
  const { scripts: _ours, dependencies, ...manifest } = JSON.parse(before);
  const installed = Object.entries(dependencies).filter(([name]) => !bundledDependencies.includes(name));
  const packed = { ...manifest, dependencies: Object.fromEntries(installed) };
  // Renamed into place, so that the backup is complete before package.json changes.
  const unfinished = new URL("dist/package.json.unfinished", root);
  await writeFile(unfinished, before);
  await rename(unfinished, backupOf(root));
  await writeFile(file, `${JSON.stringify(packed, null, 2)}\n`);
}

const [, , command] = process.argv;
if (command === "prepack") await changeManifest(generator);
if (command === "postpack") await restoreManifest(generator);
