import type { Host } from "./host.js";

/** An in-memory host, for tests and for programs that keep files elsewhere. */
export function memoryHost(files: Map<string, string>): Host {
  const encoder = new TextEncoder();
  const below = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
  return {
    listFiles: async (folder) => below(folder),
    readFile: async (path) => {
      const text = files.get(path);
      return text === undefined ? undefined : encoder.encode(text);
    },
    kindOf: async (path) => {
      if (files.has(path)) return "file";
      return below(path).length > 0 ? "folder" : "missing";
    },
    writeFile: async (path, contents) => void files.set(path, contents),
    deleteFile: async (path) => void files.delete(path),
  };
}
