import type { Host } from "../../../generator/host.js";

/** A project in memory with files of any bytes, links, read-only folders and files that keep changing. */
export interface MemoryDisk {
  readonly files: Map<string, Uint8Array>;
  /** Paths that are symbolic links. */
  readonly links: Set<string>;
  /** Folders that may not be written to. */
  readonly locked: Set<string>;
  /** Files whose content is different in every read. */
  readonly changing: Set<string>;
}

/** A disk without links, read-only folders or changing files. */
export function memoryDisk(files: Iterable<readonly [string, Uint8Array]>): MemoryDisk {
  return { files: new Map(files), links: new Set(), locked: new Set(), changing: new Set() };
}

/** A project in memory whose files may be any bytes. */
export function bytesHost(files: ReadonlyMap<string, Uint8Array>): Host {
  return diskHost(memoryDisk(files));
}

/** A host that reads and writes the files of a disk. */
export function diskHost({ files, links, locked, changing }: MemoryDisk): Host {
  const below = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
  const demandWritable = (path: string) => {
    if ([...locked].some((folder) => path.startsWith(`${folder}/`)))
      throw Object.assign(new Error("permission denied"), { code: "EACCES" });
  };
  let readings = 0;
  return {
    listFiles: async (folder) => below(folder),
    readFile: async (path) => {
      const bytes = files.get(path);
      if (bytes === undefined || !changing.has(path)) return bytes;
      return new TextEncoder().encode(`${new TextDecoder().decode(bytes)}name: Reading ${readings++}\n`);
    },
    kindOf: async (path) => {
      if (links.has(path)) return "link";
      if (files.has(path)) return "file";
      return below(path).length > 0 ? "folder" : "missing";
    },
    writeFile: async (path, contents) => {
      demandWritable(path);
      files.set(path, new TextEncoder().encode(contents));
    },
    deleteFile: async (path) => {
      demandWritable(path);
      files.delete(path);
    },
  };
}
