// Bundles the generator's entries and what its worker threads load: many small modules cost start-up time, and every
// thread pays for them again. The validators of manifests are compiled here, so that no run has to do it.
import { createRequire } from "node:module";
import { rolldown } from "rolldown";
import { bundlePackage, entriesOf, readManifest } from "./bundle.js";
import { bundledDependencies, restoreManifest } from "./packed-manifest.js";
import { writerOnly } from "./writer-only.js";

const root = new URL("../generator/", import.meta.url);
const require = createRequire(new URL("package.json", root));

const compiledValidators = {
  name: "compiled-validators",
  async load(id) {
    return /[\\/]lint[\\/]manifest-validators\.ts$/.test(id)
      ? { code: await validators(), moduleType: "js" }
      : null;
  },
};

await restoreManifest(root);
await bundlePackage(root, {
  input: {
    ...entriesOf(root, await readManifest(root)),
    // The file that threads begin with is no entry of the package; it lies beside the chunk that starts them.
    "chunks/compile-worker": new URL("threads/compile-worker.ts", root).pathname,
  },
  // In the runtime these share the file of its main entry, which the generator does not need.
  isInlined: (id) =>
    /^@toolkiln\/runtime\/(?:vocabulary|validator\/keywords)$/.test(id) || bundledDependencies.includes(id),
  plugins: [compiledValidators, writerOnly],
});

/** The code of `lint/manifest-validators.ts` with the validators compiled. */
async function validators() {
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const { default: standalone } = require("ajv/dist/standalone");
  const { manifestSchema, defaultsSchema, manifestValidatorOptions } =
    await importSource("lint/manifest-schema.ts");
  const ajv = new Ajv2020({
    ...manifestValidatorOptions,
    code: { source: true, esm: true },
    schemas: { manifest: manifestSchema(), defaults: defaultsSchema() },
  });
  const code = standalone(ajv, { manifest: "manifest", defaults: "defaults" });
  return [
    'import { createRequire } from "node:module";',
    "const require = createRequire(import.meta.url);",
    code,
    "export const manifestValidators = () => ({ manifest, defaults });",
  ].join("\n");
}

/** Imports a source file of the generator together with everything that it needs. */
async function importSource(path) {
  const bundle = await rolldown({
    input: new URL(path, root).pathname,
    resolve: { extensionAlias: { ".js": [".ts", ".js"] }, conditionNames: ["@toolkiln/source", "import"] },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
