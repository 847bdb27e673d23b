/**
 * The files of a project. Paths are relative to the project's root, with forward slashes.
 *
 * The generator accesses files only through this interface, so that it can run in memory.
 */
export interface Host {
  /** All regular files below a folder, in no particular order; empty when there is no such folder. */
  listFiles(folder: string): Promise<readonly string[]>;
  /** The bytes of a file; undefined when it does not exist. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** The kind of a path; `link` when any part of it is a symbolic link. */
  kindOf(path: string): Promise<PathKind>;
  /** Size in bytes, to skip huge files without reading them; undefined when the file does not exist. */
  fileSize?(path: string): Promise<number | undefined>;
  /** A cheap value that changes on every write of the file; undefined when the file does not exist. */
  fileStamp?(path: string): Promise<string | undefined>;
  /** Last modification time in milliseconds; undefined when the file does not exist. */
  fileTime?(path: string): Promise<number | undefined>;
  /** Everything below a folder except regular files: folders, links, pipes, devices. */
  listOtherEntries?(folder: string): Promise<readonly string[]>;
  /** Replaces a file atomically. */
  writeFile(path: string, contents: string): Promise<void>;
  deleteFile(path: string): Promise<void>;
  /** Reads a cache entry of an earlier run; it may be gone at any time. */
  readCache?(name: string): Promise<Uint8Array | undefined>;
  /** Writes a cache entry for later runs, outside of version control. Failures are ignored. */
  writeCache?(name: string, contents: Uint8Array): Promise<void>;
}

/** The kind of a path. */
export type PathKind = "missing" | "file" | "folder" | "link";

/** Root folders of plain disk hosts, so that worker threads can open the same host. A wrapped host is not in the map. */
export const diskRoots: WeakMap<Host, string> = new WeakMap();

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
