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
  /** What lies at a path; a link when any part of the path is a symbolic one. */
  kindOf(path: string): Promise<PathKind>;
  /** The size of a file in bytes, so that a huge one need not be read; undefined when it does not exist. */
  fileSize?(path: string): Promise<number | undefined>;
  /** Something that changes whenever a file is written, and costs less than reading it; undefined when there is none. */
  fileStamp?(path: string): Promise<string | undefined>;
  /** When a file was last written, in milliseconds; undefined when it does not exist. */
  fileTime?(path: string): Promise<number | undefined>;
  /** What lies below a folder and is no regular file: folders, links, pipes and devices. */
  listIrregularFiles?(folder: string): Promise<readonly string[]>;
  /** Replaces a file as a whole: nobody ever sees a part of it. */
  writeFile(path: string, contents: string): Promise<void>;
  deleteFile(path: string): Promise<void>;
  /** What an earlier run kept under a name; it may have been lost at any time. */
  readCache?(name: string): Promise<Uint8Array | undefined>;
  /** Keeps something for a later run, outside of version control. Failing to do so is no error. */
  writeCache?(name: string, contents: Uint8Array): Promise<void>;
}

/** What lies at a path. */
export type PathKind = "missing" | "file" | "folder" | "link";
