import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** Bundles a module with all static and dynamic imports into one platform-neutral file. */
export async function bundleSource(path: string, minify = false): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(path, import.meta.url)),
    platform: "neutral",
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import"],
      mainFields: ["module", "main"],
    },
    // A browser could not resolve a remaining import.
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify,
    comments: !minify,
    codeSplitting: false,
  });
  await bundle.close();
  return output[0].code;
}
