// Bundles the generator's entries and what its worker threads load: many small modules cost start-up time, and every
// thread pays for them again. The validators of manifests are compiled here, so that no run has to do it.
import { bundlePackage, entriesOf, readManifest } from "./bundle.js";
import { compiledSchemas } from "./compiled-schemas.js";
import { bundledDependencies, restoreManifest } from "./packed-manifest.js";
import { writerOnly } from "./writer-only.js";

const root = new URL("../generator/", import.meta.url);

await restoreManifest(root);
await bundlePackage(root, {
  input: {
    ...entriesOf(root, await readManifest(root)),
    // The file that threads begin with is no entry of the package; it lies beside the chunk that starts them.
    "chunks/compile-worker": new URL("threads/compile-worker.ts", root).pathname,
  },
  // In the runtime these share the file of its main entry, which the generator does not need.
  isInlined: (id) =>
    /^(?:@toolkiln\/runtime\/(?:vocabulary|validator\/keywords)|yaml|ajv(?:-formats)?(?:\/.*)?)$/.test(id) ||
    bundledDependencies.includes(id),
  plugins: [compiledSchemas, writerOnly],
});
