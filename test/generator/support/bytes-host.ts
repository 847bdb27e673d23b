import type { Host } from "../../../generator/host.js";
import { memoryHost } from "../../../generator/memory-host.js";

/** A project in memory whose files may be any bytes. */
export function bytesHost(files: ReadonlyMap<string, Uint8Array>): Host {
  const present = new Map(files);
  const decoder = new TextDecoder();
  const host = memoryHost(new Map());
  return {
    ...host,
    listFiles: async (folder) => [...present.keys()].filter((path) => path.startsWith(`${folder}/`)),
    readFile: async (path) => present.get(path),
    writeFile: async (path, contents) => {
      present.set(path, new TextEncoder().encode(contents));
    },
    kindOf: async (path) => (present.has(path) ? "file" : host.kindOf(decoder.decode(present.get(path)))),
  };
}
