// Bundles packages, because loading many small modules is slow. Dynamic imports become chunks.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { build } from "vite";
import { compiledSchemas } from "./compiled-schemas.js";
import { bundledDependencies, restoreManifest } from "./packed-manifest.js";
import { writerOnly } from "./writer-only.js";

const require = createRequire(import.meta.url);
const folder = (path) => new URL(`../${path}/`, import.meta.url);
const fileIn = (root) => (path) => fileURLToPath(new URL(path, root));

await bundleRuntime();
// Bundles only the common languages of highlight.js: the whole package takes 10 MB.
await bundle(folder("packages/render"), { platform: "neutral" });
await bundleGenerator();
await bundleCommand();
await bundlePlayground();

async function bundleRuntime() {
  // The modules of the main entry, and the formats that generated validators use.
  const isMain =
    /[\\/]ajv-formats[\\/]src[\\/]formats\.ts$|[\\/]runtime[\\/](?:index|(?:codegen|context|envelope|executor|kinds|registry|result|tool|validation)[\\/][^.]+)\.ts$/;
  // Modules in the same folders that only other entries need, or that are imported dynamically.
  const isOutsideMain =
    /[\\/](?:codegen[\\/]v1|kinds[\\/](?:index|content-parts|summarize-result|count-changed-lines)|result[\\/](?:serialize-data|fit-json))\.ts$/;
  await bundle(folder("runtime"), {
    platform: "neutral",
    chunks: "shared",
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

/** Bundles the generator and its worker. Compiles the manifest validators in advance. */
async function bundleGenerator() {
  const root = folder("generator");
  await restoreManifest(root);
  await bundle(root, {
    // The entry file of worker threads, next to the chunk that starts them.
    input: { "chunks/compile-worker": fileIn(root)("threads/compile-worker.ts") },
    // Inlined, because the runtime's chunk contains these and the main entry, which the generator does not need.
    isInlined: (id) =>
      /^(?:@toolkiln\/runtime\/(?:vocabulary|validator\/keywords)|yaml|ajv(?:-formats)?(?:\/.*)?)$/.test(
        id,
      ) || bundledDependencies.includes(id),
    plugins: [compiledSchemas, writerOnly],
  });
}

async function bundleCommand() {
  const root = folder("packages/cli");
  // Only small parts of the generator. Code that reads the cache must not be inlined, because the cache key depends on the
  // location of that code; code that compiles manifests would inline the whole generator.
  const inlined =
    /^(commander|picocolors|@toolkiln\/project|@toolkiln\/runtime\/(?:vocabulary|json)|@toolkiln\/generator\/(?:config|format|node-host))$/;
  await bundle(root, {
    input: { main: fileIn(root)("main.ts") },
    isInlined: (id) => inlined.test(id),
    plugins: [compiledSchemas],
    // The modules that every command loads.
    groups: [{ name: "start", test: /[\\/](refusal|project-error|output|command)\.ts$/ }],
  });
}

/** Bundles the server and the executor process for Node, and the page for browsers. */
async function bundlePlayground() {
  const root = folder("packages/playground");
  const file = fileIn(root);
  await bundle(root, { input: { "executor-process": file("executor-process.ts") } });
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
}

/**
 * Bundles the entries of a package and the additional `input`. Dependencies and peer dependencies stay external unless
 * `isInlined` accepts them; development dependencies are inlined.
 */
async function bundle(root, options) {
  const { input, isInlined = () => false, platform = "node", plugins = [], groups = [] } = options;
  const { chunks = "chunks", resolve, preserveEntrySignatures } = options;
  const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));
  const bundled = await rolldown({
    input: { ...entriesOf(root, manifest), ...input },
    plugins,
    external: (id) => id.startsWith("node:") || (isInstalled(id) && !isInlined(id)),
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import", ...(platform === "node" ? ["node"] : [])],
      ...resolve,
    },
    platform,
    ...(preserveEntrySignatures && { preserveEntrySignatures }),
  });
  await rm(new URL(`dist/${chunks}/`, root), { recursive: true, force: true });
  const { output } = await bundled.write({
    dir: fileURLToPath(new URL("dist/", root)),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: `${chunks}/[name].js`,
    codeSplitting: { groups },
  });
  await bundled.close();
  await writeLicences(root, output);
}

/** The source files of a package's entries, by bundle name. */
function entriesOf(root, { exports }) {
  const sources = Object.values(exports).flatMap((entry) => entry["@toolkiln/source"] ?? []);
  return Object.fromEntries(
    sources.map((source) => [source.slice(2).replace(/\.ts$/, ""), fileIn(root)(source)]),
  );
}

/** Writes the licences of the bundled libraries next to the bundle. */
async function writeLicences(root, output, file = "dist/THIRD-PARTY-LICENCES.txt") {
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
