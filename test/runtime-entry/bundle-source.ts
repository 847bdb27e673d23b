import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** Bundles a module and all it imports, on first use included, into one file for no platform in particular. */
export async function bundleSource(path: string, minify = false): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(path, import.meta.url)),
    platform: "neutral",
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import"],
      mainFields: ["module", "main"],
    },
    // An import that stays would be one that a browser cannot follow.
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
