/**
 * The files of a project. Paths are relative to the project's root, with forward slashes.
 *
 * Everything the generator knows of the world outside comes through here, so that it can run in memory.
 */
export interface Host {
  /** All regular files below a folder, in no particular order; empty when there is no such folder. */
  listFiles(folder: string): Promise<readonly string[]>;
  /** The bytes of a file; undefined when it does not exist. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** Replaces a file as a whole: nobody ever sees a part of it. */
  writeFile(path: string, contents: string): Promise<void>;
  deleteFile(path: string): Promise<void>;
}
