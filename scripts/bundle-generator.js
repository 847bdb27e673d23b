// Bundles the generator's entries and what its worker threads load: many small modules cost start-up time, and every
// thread pays for them again.
import { readFile, rm } from "node:fs/promises";
import { rolldown } from "rolldown";

const root = new URL("../generator/", import.meta.url);
const { exports, dependencies } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
const input = Object.fromEntries(
  Object.values(exports).map((entry) => {
    const source = entry["@toolkiln/source"];
    return [source.slice(2).replace(/\.ts$/, ""), new URL(source, root).pathname];
  }),
);

// The file that threads begin with is no entry of the package; it lies beside the chunk that starts them.
input["chunks/batch-worker"] = new URL("threads/batch-worker.ts", root).pathname;

// A few words that are data, which come along: in the runtime they lie in the file of its main entry.
const inlined = "@toolkiln/runtime/vocabulary";
const external = (id) => {
  if (id.startsWith("node:")) return true;
  const isDependency = Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));
  return isDependency && id !== inlined;
};

const bundle = await rolldown({
  input,
  external,
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
