import type { Host } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";

const encoder = new TextEncoder();

/** A project as if it had nothing but some drafts, with the defaults that its manifests get. */
export function draftHost(
  host: Host,
  { manifests }: GeneratorConfig,
  drafts: ReadonlyMap<string, string>,
): Host {
  const defaults = `${manifests}/_defaults.yaml`;
  return {
    listFiles: async (folder) => {
      const present = await host.kindOf(defaults);
      const files = [...drafts.keys(), ...(present === "file" ? [defaults] : [])];
      return files.filter((path) => path.startsWith(`${folder}/`));
    },
    readFile: async (path) => {
      const text = drafts.get(path);
      return text === undefined ? host.readFile(path) : encoder.encode(text);
    },
    kindOf: async (path) => (drafts.has(path) ? "file" : host.kindOf(path)),
    writeFile: async () => undefined,
    deleteFile: async () => undefined,
  };
}
