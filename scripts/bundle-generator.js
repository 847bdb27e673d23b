// Bundles the generator's entries and what its worker threads load: many small modules cost start-up time, and every
// thread pays for them again.
import { bundlePackage, entriesOf, readManifest } from "./bundle.js";

const root = new URL("../generator/", import.meta.url);

await bundlePackage(root, {
  input: {
    ...entriesOf(root, await readManifest(root)),
    // The file that threads begin with is no entry of the package; it lies beside the chunk that starts them.
    "chunks/batch-worker": new URL("threads/batch-worker.ts", root).pathname,
  },
  // In the runtime these share the file of its main entry, which the generator does not need.
  isInlined: (id) => /^@toolkiln\/runtime\/(?:vocabulary|validator\/keywords)$/.test(id),
});
