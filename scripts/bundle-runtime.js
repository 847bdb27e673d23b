// Bundles the runtime's entries: one file an entry plus what they share, because many small modules cost start-up time.
import { rm } from "node:fs/promises";
import { rolldown } from "rolldown";
import { entriesOf, readManifest, writeLicences } from "./bundle.js";

const root = new URL("../runtime/", import.meta.url);
const manifest = await readManifest(root);
const { dependencies = {}, peerDependencies = {} } = manifest;

/** Modules of the folders that the main entry is made of. */
const isMain =
  /[\\/]runtime[\\/](?:index|(?:codegen|context|envelope|executor|kinds|registry|result|tool|validation)[\\/][^.]+)\.ts$/;
/** Those of them that only another entry needs, or that are loaded on use. */
const isBeside =
  /[\\/](?:codegen[\\/]v1|kinds[\\/](?:index|content-parts|summarize-result|count-changed-lines)|result[\\/](?:serialize-data|fit-json))\.ts$/;

const bundle = await rolldown({
  input: entriesOf(root, manifest),
  external: [/^node:/, ...Object.keys({ ...dependencies, ...peerDependencies })],
  resolve: {
    extensionAlias: { ".js": [".ts", ".js"] },
    conditionNames: ["@toolkiln/source", "import"],
    mainFields: ["module", "main"],
  },
  platform: "neutral",
  preserveEntrySignatures: "strict",
});
await rm(new URL("dist/shared/", root), { recursive: true, force: true });
const { output } = await bundle.write({
  dir: new URL("dist/", root).pathname,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "shared/[name].js",
  // Every file costs start-up time, so what entries share is one chunk: what the main entry needs at once, and what
  // contracts of generated tools need besides, since hardly a program has one without the other. Entries only name what
  // they export of it. What only another entry needs is part of that entry, and modules that are imported on first use
  // stay chunks of their own.
  codeSplitting: {
    groups: [{ name: "main", tags: ["$initial"], test: (id) => isMain.test(id) && !isBeside.test(id) }],
  },
});
await bundle.close();
await writeLicences(root, output);
