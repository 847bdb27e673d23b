import { constants, type Stats } from "node:fs";
import { access, lstat, open, realpath, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

// Windows has neither; there the checks after opening have to do.
const noFollow = constants.O_NOFOLLOW ?? 0;
const directoryOnly = constants.O_DIRECTORY ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

let anchors: Promise<boolean> | undefined;

/** Whether an open directory can be used as the start of a path, as `openat` would. Linux can, through `/proc`. */
function canAnchor(): Promise<boolean> {
  return (anchors ??= access("/proc/self/fd").then(
    () => process.platform === "linux",
    () => false,
  ));
}

/**
 * A directory that is held open, so that nobody can put a link in its place while something in it is used.
 *
 * Where the platform has no way to start a path at an open directory, the path is used as text and what was opened is
 * compared with what lies there afterwards.
 */
export class AnchoredDirectory {
  readonly #path: string;
  readonly #handle: FileHandle | undefined;

  private constructor(path: string, handle: FileHandle | undefined) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Goes down from a root, one part after another, over no link. */
  static async descend(root: string, parts: readonly string[]): Promise<AnchoredDirectory> {
    let directory = new AnchoredDirectory(
      root,
      (await canAnchor()) ? await open(root, constants.O_RDONLY | directoryOnly) : undefined,
    );
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

  /** A directory in this one; fails with `ENOTDIR` or `ELOOP` when it is a link. */
  async enter(name: string): Promise<AnchoredDirectory> {
    const path = join(this.#path, name);
    if (this.#handle === undefined) {
      if (!(await lstat(path)).isDirectory())
        throw Object.assign(new Error("No directory"), { code: "ENOTDIR" });
      return new AnchoredDirectory(path, undefined);
    }
    return new AnchoredDirectory(
      path,
      await open(this.at(name), constants.O_RDONLY | directoryOnly | noFollow),
    );
  }

  /** The path of something in this directory that starts at the open directory itself, wherever it is moved to. */
  at(name: string): string {
    return this.#handle === undefined ? join(this.#path, name) : `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  /** The path of this directory, in the same way. */
  get self(): string {
    return this.#handle === undefined ? this.#path : `/proc/self/fd/${this.#handle.fd}/.`;
  }

  /** Opens a file in this directory, never through a link and never waiting for the other end of a pipe. */
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

  /** Makes sure, where opening could not, that what was opened lies at the path without a link on the way. */
  async #confirm(name: string, opened: Stats): Promise<void> {
    const path = join(this.#path, name);
    const present = await lstat(path);
    if ((await realpath(path)) === path && present.ino === opened.ino && present.dev === opened.dev) return;
    throw Object.assign(new Error("Changed while opened"), { code: "ELOOP" });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
