// Bundles the playground: its server and the process that runs tools for Node, its page for browsers.
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { bundlePackage, writeLicences } from "./bundle.js";

const root = new URL("../packages/playground/", import.meta.url);
const file = (path) => fileURLToPath(new URL(path, root));

await bundlePackage(root, {
  input: { index: file("index.ts"), "executor-process": file("executor-process.ts") },
});
const { output } = await build({
  configFile: false,
  logLevel: "warn",
  root: file("page"),
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: { extensionAlias: { ".js": [".ts", ".tsx", ".js"] } },
  build: { outDir: file("dist/web"), emptyOutDir: true, target: "es2022", modulePreload: false },
});
await writeLicences(root, output, "dist/web/THIRD-PARTY-LICENCES.txt");
