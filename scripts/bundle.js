import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { rolldown } from "rolldown";

/** The sources of a package's entries by the names of their bundles. */
export function entriesOf(root, { exports }) {
  return Object.fromEntries(
    Object.values(exports).map((entry) => {
      const source = entry["@toolkiln/source"];
      return [source.slice(2).replace(/\.ts$/, ""), new URL(source, root).pathname];
    }),
  );
}

/** The package.json of a package. */
export async function readManifest(root) {
  return JSON.parse(await readFile(new URL("package.json", root), "utf8"));
}

/**
 * Bundles a package; what is imported on use becomes a chunk. Its dependencies and peers stay where they are installed,
 * except for the modules that `isInlined` names. Development dependencies that it imports become part of the bundle.
 */
export async function bundlePackage(
  root,
  { input, isInlined = () => false, platform = "node", plugins = [], groups = [] },
) {
  const { dependencies = {}, peerDependencies = {} } = await readManifest(root);
  const installed = Object.keys({ ...dependencies, ...peerDependencies });
  const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));
  const bundle = await rolldown({
    input,
    plugins,
    external: (id) => id.startsWith("node:") || (isInstalled(id) && !isInlined(id)),
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import", ...(platform === "node" ? ["node"] : [])],
    },
    platform,
  });
  await rm(new URL("dist/chunks/", root), { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: new URL("dist/", root).pathname,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups },
  });
  await bundle.close();
  await writeLicences(root, output);
}

/** Keeps the licences of the libraries that are part of a bundle beside it, as they demand. */
export async function writeLicences(root, output, file = "dist/THIRD-PARTY-LICENCES.txt") {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = modules.flatMap(
    (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [],
  );
  const texts = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} is bundled but has no licence file.`);
      return `${name} ${version}\n\n${await readFile(`${folder}/${file}`, "utf8")}`;
    }),
  );
  if (texts.length > 0) await writeFile(new URL(file, root), texts.join("\n\n"));
}
