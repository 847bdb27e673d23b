import { constants, existsSync, type Stats } from "node:fs";
import { lstat, open, readdir, realpath, rmdir, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

// Windows lacks these and relies on the checks after opening.
const noFollow = constants.O_NOFOLLOW ?? 0;
const directoryOnly = constants.O_DIRECTORY ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

let anchors: boolean | undefined;

/** Whether paths can start at an open directory, like `openat`. Linux can, through `/proc`. */
function canAnchor(): boolean {
  return (anchors ??= process.platform === "linux" && existsSync("/proc/self/fd"));
}

/**
 * A directory that is kept open, so that nobody can replace it with a link. Platforms that cannot start a path at an
 * open directory open by path, then check that the path still leads to the opened file.
 */
export class AnchoredDirectory {
  readonly #path: string;
  readonly #handle: FileHandle | undefined;

  private constructor(path: string, handle: FileHandle | undefined) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Opens a directory below a root without following links. */
  static async descend(root: string, parts: readonly string[]): Promise<AnchoredDirectory> {
    const handle = canAnchor() ? await open(root, constants.O_RDONLY | directoryOnly) : undefined;
    let directory = new AnchoredDirectory(root, handle);
    for (const part of parts) {
      const outer = directory;
      try {
        directory = await outer.enter(part);
      } finally {
        await outer.close();
      }
    }
    return directory;
  }

  /** Opens a subdirectory; fails with `ENOTDIR` or `ELOOP` if it is a link. */
  async enter(name: string): Promise<AnchoredDirectory> {
    const path = join(this.#path, name);
    if (this.#handle !== undefined) {
      const flags = constants.O_RDONLY | directoryOnly | noFollow;
      return new AnchoredDirectory(path, await open(this.at(name), flags));
    }
    if (!(await lstat(path)).isDirectory())
      throw Object.assign(new Error("Not a directory"), { code: "ENOTDIR" });
    return new AnchoredDirectory(path, undefined);
  }

  /** The path of an entry, or of the directory itself (`.`). On Linux, it stays valid if the directory is moved. */
  at(name: string): string {
    return this.#handle === undefined ? join(this.#path, name) : `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  /** Opens a file in this directory without following links or blocking on a pipe. */
  async openFile(name: string, flags: number): Promise<FileHandle> {
    const handle = await open(this.at(name), flags | noFollow | nonBlocking, 0o666);
    try {
      if (this.#handle === undefined) await this.#confirm(name, await handle.stat());
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Checks that the path still leads to the opened file, without links. */
  async #confirm(name: string, opened: Stats): Promise<void> {
    const path = join(this.#path, name);
    const present = await lstat(path);
    if ((await realpath(path)) === path && present.ino === opened.ino && present.dev === opened.dev) return;
    throw Object.assign(new Error("The file changed while it was being opened"), { code: "ELOOP" });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

/** Deletes a file, a link, or a directory with its content, without following links. */
export async function removeTree(parent: AnchoredDirectory, name: string): Promise<void> {
  if (!(await lstat(parent.at(name))).isDirectory()) return unlink(parent.at(name));
  const directory = await parent.enter(name);
  try {
    for (const entry of await readdir(directory.at("."))) await removeTree(directory, entry);
  } finally {
    await directory.close();
  }
  return rmdir(parent.at(name));
}
