import { readFile, rm } from "node:fs/promises";
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

/** What a package says of itself. */
export async function readManifest(root) {
  return JSON.parse(await readFile(new URL("package.json", root), "utf8"));
}

/**
 * Bundles a package for Node, what is imported on use as chunks. Its dependencies stay where they are installed, except
 * for modules that are to come along.
 */
export async function bundleForNode(root, { input, dependencies, comesAlong }) {
  const isDependency = (id) =>
    Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));
  const bundle = await rolldown({
    input,
    external: (id) => id.startsWith("node:") || (isDependency(id) && !comesAlong(id)),
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import", "node"],
    },
    platform: "node",
  });
  await rm(new URL("dist/chunks/", root), { recursive: true, force: true });
  await bundle.write({
    dir: new URL("dist/", root).pathname,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  });
  await bundle.close();
}
