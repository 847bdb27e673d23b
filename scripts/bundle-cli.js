// Bundles the command, its commands as chunks that are loaded when they are called: many small modules cost start-up
// time. What a short command needs of the generator comes along; everything else stays where it is installed.
import { existsSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import { rolldown } from "rolldown";

const root = new URL("../cli/", import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
// What asks for drift has to be the generator's own copy: it knows the cache by the code that it lies beside.
const inlined = /^(commander|picocolors|@toolkiln\/runtime\/vocabulary|@toolkiln\/generator\/(?!drift$).+)$/;
const external = (id) => {
  if (id.startsWith("node:")) return true;
  const isDependency = Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));
  return isDependency && !inlined.test(id);
};

const bundle = await rolldown({
  input: { main: new URL("main.ts", root).pathname, index: new URL("index.ts", root).pathname },
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

// Editors find the schema of manifests in the installed command.
const schema = new URL("../schema/manifest.json", import.meta.url);
if (existsSync(schema)) await cp(schema, new URL("schema/manifest.json", root));
