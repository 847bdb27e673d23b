import type { Host } from "./host.js";

/** A host that lives in memory, for tests and for programs that keep files elsewhere. */
export function memoryHost(files: Map<string, string>): Host {
  const encoder = new TextEncoder();
  return {
    listFiles: async (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
    readFile: async (path) => {
      const text = files.get(path);
      return text === undefined ? undefined : encoder.encode(text);
    },
    writeFile: async (path, contents) => {
      files.set(path, contents);
    },
    deleteFile: async (path) => {
      files.delete(path);
    },
  };
}
