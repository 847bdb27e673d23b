import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/**
 * Bundles a module and all it imports for no platform in particular, into one file; modules that are imported on
 * first use are part of it unless only those that load at once are wanted.
 */
export async function bundleSource(
  path: string,
  minify = false,
  modules: "all" | "at once" = "all",
): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(path, import.meta.url)),
    platform: "neutral",
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: ["@toolkiln/source", "import"],
      mainFields: ["module", "main"],
    },
    plugins: modules === "all" ? [] : [{ name: "at-once", resolveDynamicImport: () => false }],
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
