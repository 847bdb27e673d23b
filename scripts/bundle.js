// Bundles packages, because loading many small modules is slow. Dynamic imports become chunks.
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { build } from "vite";
import { compiledSchemas } from "./compiled-schemas.js";
import { bundledDependencies, restoreManifest } from "./packed-manifest.js";
import { declarationsOnly } from "./declarations-only.js";

const require = createRequire(import.meta.url);
process.chdir(fileURLToPath(new URL("..", import.meta.url)));

await bundleRuntime();
await bundle("packages/render", { platform: "neutral" });
await bundleGenerator();
await bundleCommand();
await bundlePlayground();
const { workspaces } = JSON.parse(await readFile("package.json", "utf8"));
await Promise.all(workspaces.map(deleteStale));

async function bundleRuntime() {
  // The modules of the main entry, and the formats that generated validators use.
  const isMain =
    /[\\/]ajv-formats[\\/]src[\\/]formats\.ts$|[\\/]runtime[\\/](?:index|(?:codegen|context|envelope|executor|kinds|registry|result|tool|validation)[\\/][^.]+)\.ts$/;
  // Modules in the same folders that only other entries need, or that are imported dynamically.
  const isOutsideMain = /[\\/](?:codegen[\\/]v1|kinds[\\/](?:index|content-parts|summarize-result))\.ts$/;
  await bundle("runtime", {
    platform: "neutral",
    preserveEntrySignatures: "strict",
    resolve: {
      // The TypeScript source: the compiled file is CommonJS, which would add interop helpers to the bundle.
      alias: { "ajv-formats/dist/formats.js": require.resolve("ajv-formats/src/formats.ts") },
      mainFields: ["module", "main"],
    },
    // Each file adds start-up time, so the main entry and the contracts of generated tools share one chunk: most
    // programs need both. Entries re-export from it. Code that only another entry needs stays in that entry.
    groups: [{ name: "main", tags: ["$initial"], test: (id) => isMain.test(id) && !isOutsideMain.test(id) }],
  });
}

/** Bundles the generator and its worker. Compiles the manifest and configuration validators in advance. */
async function bundleGenerator() {
  await restoreManifest(pathToFileURL("generator/"));
  // Inlined, because the generator needs only small parts of the runtime.
  const inlined =
    /^(?:@toolkiln\/runtime(?:\/(?:kinds|vocabulary|validator\/keywords))?|yaml|ajv(?:-formats)?(?:\/.*)?)$/;
  const loadedFirst =
    /[\\/]generator[\\/](?:(?:cache|diagnostics|names|output|values)[\\/]|(?:emit[\\/]imports|json-schema[\\/]walk-schema|lint[\\/]describe-value|read[\\/]find-manifests|build-project|config|drift|generate|listing)\.ts$)/;
  await bundle("generator", {
    // The entry file of worker threads, next to the chunk that starts them.
    input: { "chunks/compile-worker": "generator/threads/compile-worker.ts" },
    isInlined: (id) => inlined.test(id) || bundledDependencies.includes(id),
    plugins: [compiledSchemas, declarationsOnly],
    // The browser build of yaml: the Node build reads an environment variable for each token.
    resolve: {
      alias: { yaml: join(dirname(require.resolve("yaml/package.json")), "browser/dist/index.js") },
    },
    // Each file adds start-up time, so modules that are loaded together share a chunk. Without a chunk of its own,
    // Ajv could share one with Rolldown's helpers, and every chunk that uses them would load Ajv.
    groups: [
      { name: "ajv", test: /node_modules[\\/]ajv/ },
      { name: "base", test: loadedFirst },
      { name: "read", test: /[\\/]generator[\\/]read[\\/](?!find-manifests)/ },
      { name: "emit", test: /[\\/]generator[\\/](?:print|emit[\\/]types|emit[\\/](?:emit|tool-types))/ },
    ],
  });
}

async function bundleCommand() {
  // Inline only small parts of the generator: code that compiles manifests would inline all of it. Code that reads the
  // cache must not be inlined, because the cache key depends on the location of that code.
  const inlined =
    /^(commander|picocolors|@toolkiln\/project|@toolkiln\/runtime\/(?:vocabulary|json)|@toolkiln\/generator\/(?:config|format|node-host))$/;
  await bundle("packages/cli", {
    input: { main: "packages/cli/main.ts" },
    isInlined: (id) => inlined.test(id),
    plugins: [compiledSchemas],
    // The modules that every command loads.
    groups: [{ name: "start", test: /[\\/](file-error|project-error|output|command)\.ts$/ }],
  });
}

/** Bundles the server and the executor process for Node, and the page for browsers. */
async function bundlePlayground() {
  const folder = "packages/playground";
  await bundle(folder, { input: { "executor-process": `${folder}/executor-process.ts` } });
  const { output } = await build({
    configFile: false,
    logLevel: "warn",
    root: `${folder}/page`,
    base: "./",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    resolve: { extensionAlias: { ".js": [".ts", ".tsx", ".js"] } },
    build: { outDir: "../dist/web", emptyOutDir: true, target: "es2022", modulePreload: false },
  });
  await writeLicences(`${folder}/dist/web`, output);
}

/**
 * Bundles the entries of a package and the additional `input`. Dependencies and peer dependencies stay external unless
 * `isInlined` accepts them; development dependencies are inlined.
 */
async function bundle(
  folder,
  { input, isInlined = () => false, platform = "node", resolve, groups = [], ...rest },
) {
  const manifest = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));
  const sources = Object.values(manifest.exports).flatMap((entry) => entry["@toolkiln/source"] ?? []);
  const entries = sources.map((source) => [source.slice(2).replace(/\.ts$/, ""), join(folder, source)]);
  const bundled = await rolldown({
    input: { ...Object.fromEntries(entries), ...input },
    external: (id) => id.startsWith("node:") || (isInstalled(id) && !isInlined(id)),
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import", ...(platform === "node" ? ["node"] : [])],
      ...resolve,
    },
    platform,
    tsconfig: `${folder}/tsconfig.json`,
    ...rest,
  });
  await rm(`${folder}/dist/chunks`, { recursive: true, force: true });
  const { output } = await bundled.write({
    dir: `${folder}/dist`,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups },
  });
  await bundled.close();
  await writeLicences(`${folder}/dist`, output);
}

/** Deletes compiled files without a source, which `tsc -b` keeps and `npm pack` would pack. */
async function deleteStale(folder) {
  // The tools package also compiles `generated`.
  const source = folder === "tools" ? "." : folder;
  for (const file of await readdir(`${folder}/dist`, { recursive: true })) {
    const [, name] = /^(?!(?:chunks|web)[\\/])(.+?)(?:\.d\.ts|\.js)$/.exec(file) ?? [];
    const hasSource = [".ts", ".tsx"].some((suffix) => existsSync(join(source, `${name}${suffix}`)));
    if (name !== undefined && !hasSource) await rm(join(folder, "dist", file));
  }
}

/** Writes the licences of the bundled libraries next to the bundle. */
async function writeLicences(folder, output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const libraries = modules.flatMap(
    (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [],
  );
  const texts = await Promise.all(
    [...new Set(libraries)].map(async (library) => {
      const { name, version } = JSON.parse(await readFile(`${library}/package.json`, "utf8"));
      const file = (await readdir(library)).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} is bundled but has no licence file.`);
      return `${name} ${version}\n\n${await readFile(`${library}/${file}`, "utf8")}`;
    }),
  );
  if (texts.length > 0) await writeFile(`${folder}/THIRD-PARTY-LICENCES.txt`, texts.join("\n\n"));
}
