import type { GeneratorConfig } from "./config.js";
import { diagnostic, type Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import { openProject } from "./open-project.js";

/**
 * Builds a project twice, the second time as another machine might see it, and returns the files that differ.
 * Nothing is written.
 */
export async function verifyDeterministic(
  host: Host,
  config: Partial<GeneratorConfig> = {},
): Promise<Diagnostic[]> {
  const { buildProject } = await import("./build-project.js");
  const build = async (on: Host): Promise<ReadonlyMap<string, string | undefined>> => {
    const { files } = await buildProject(openProject({ host: on, config }));
    return new Map(files.map(({ path, contents }) => [path, contents]));
  };
  const [first, second] = [await build(host), await build(otherMachine(host))];
  const message = "Two runs generated different content. This is a bug in toolkiln.";
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((path) => first.get(path) !== second.get(path))
    .map((file) => diagnostic("TK6009", { file }, message, "Please report it with the manifest."));
}

/** The same files in reverse order with Windows line endings. */
function otherMachine(host: Host): Host {
  return {
    ...host,
    listFiles: async (folder) => (await host.listFiles(folder)).toReversed(),
    readFile: async (path) => {
      const bytes = await host.readFile(path);
      const isText = /\.(ya?ml|json)$/.test(path);
      if (bytes === undefined || !isText) return bytes;
      return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(/\r?\n/g, "\r\n"));
    },
  };
}
