import { constants } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, stat, unlink, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { PathPolicy } from "../executor/path-policy.js";
import { AnchoredDirectory } from "./anchored-directory.js";
import { moveOverFile, moveToFreeName } from "./move-entry.js";
import { checkText, expectPath, follow, isInside } from "./path-checks.js";
import type { PathExpectation, WorkspaceOptions } from "./path-checks.js";
import { judgePath } from "./path-verdict.js";
import { removeTree } from "./remove-tree.js";
import { codeOf, pathErrorOf, WorkspacePathError } from "./workspace-path-error.js";

/** How a file is opened for writing: `create` fails when it is there, `overwrite` empties it, `append` adds to it. */
export type WriteMode = "create" | "overwrite" | "append";

/**
 * A directory that tools are kept in.
 *
 * A path has to lie in it as text and once every link is followed. What is opened through a workspace is opened
 * without following any link, so that nothing that is swapped between the check and the use leads out.
 */
export class Workspace {
  /** The directory without links. */
  readonly root: string;
  readonly #given: string;
  readonly #options: WorkspaceOptions;

  private constructor(root: string, given: string, options: WorkspaceOptions) {
    this.root = root;
    this.#given = given;
    this.#options = options;
  }

  /** The workspace of a directory; throws when there is none. */
  static async open(path: string, options: WorkspaceOptions = {}): Promise<Workspace> {
    const root = await realpath(path);
    if (!(await stat(root)).isDirectory())
      throw new WorkspacePathError("path_not_allowed", path, "Not a directory");
    return new Workspace(root, resolve(path), options);
  }

  /** Keeps the paths of calls in this workspace, or in the one that a call brings along. */
  get paths(): PathPolicy {
    const open = async (root = this.root): Promise<Workspace> =>
      root === this.root ? this : Workspace.open(root, this.#options);
    return {
      resolve: (path, parameter, root) => judgePath(path, parameter, () => open(root), this.#options),
    };
  }

  /** The canonical form of a path in the workspace; throws when it lies outside or is not what was expected. */
  async resolve(path: string, expectation: PathExpectation = {}): Promise<string> {
    checkText(path);
    const wanted = resolve(this.root, path);
    const outside = new WorkspacePathError("path_outside_workspace", path);
    if (!isInside(this.root, wanted) && !isInside(this.#given, wanted)) throw outside;
    const found = await follow(wanted, path).catch((error: unknown) => {
      // The error beyond a link would reveal something of the outside.
      if (error instanceof WorkspacePathError && error.code === "invalid_path") throw error;
      throw outside;
    });
    if (!isInside(this.root, found.path)) throw outside;
    await expectPath(found, path, expectation, this.#options);
    return found.path;
  }

  /** A canonical path as seen from the workspace. */
  relative(path: string): string {
    return relative(this.root, path) || ".";
  }

  /** Opens a regular file for reading. The caller closes it. */
  async openForReading(path: string): Promise<FileHandle> {
    return this.#inParent(path, { exists: true, kind: "file" }, async (directory, name) =>
      this.#regular(await directory.openFile(name, constants.O_RDONLY), path),
    );
  }

  /** Opens a regular file for writing. The caller closes it. */
  async openForWriting(path: string, mode: WriteMode = "create"): Promise<FileHandle> {
    return this.#inParent(path, { kind: "file" }, async (directory, name) => {
      const flags = mode === "create" ? constants.O_EXCL : mode === "append" ? constants.O_APPEND : 0;
      const opened = await directory.openFile(name, constants.O_WRONLY | constants.O_CREAT | flags);
      const handle = await this.#regular(opened, path);
      // Emptied only now that it is known to be a file of the workspace.
      if (mode === "overwrite") await handle.truncate(0);
      return handle;
    });
  }

  /** The bytes of a file, `maxBytes` of them at most. */
  async readFile(path: string, options: { readonly maxBytes?: number } = {}): Promise<Buffer> {
    const handle = await this.openForReading(path);
    try {
      if (options.maxBytes === undefined) return await handle.readFile();
      const { size } = await handle.stat();
      const buffer = Buffer.alloc(Math.min(size, options.maxBytes));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  /** Writes a file. Overwriting replaces the file at once, so that no reader sees half of it and no other name of the old file is touched. */
  async writeFile(path: string, data: string | Uint8Array, mode: WriteMode = "create"): Promise<void> {
    if (mode === "overwrite") return this.#replace(path, data);
    const handle = await this.openForWriting(path, mode);
    try {
      await handle.writeFile(data);
    } finally {
      await handle.close();
    }
  }

  /** Makes a directory and those above it that are missing. */
  async makeDirectory(path: string): Promise<string> {
    const canonical = await this.resolve(path);
    let directory = await AnchoredDirectory.descend(this.root, []);
    try {
      for (const part of this.#parts(canonical)) {
        await mkdir(directory.at(part)).catch(ignoreExisting);
        const outer = directory;
        directory = await outer.enter(part);
        await outer.close();
      }
    } catch (error) {
      throw pathErrorOf(error, path);
    } finally {
      await directory.close();
    }
    return canonical;
  }

  /** The names in a directory, sorted. */
  async list(path: string): Promise<readonly string[]> {
    const canonical = await this.resolve(path, { exists: true, kind: "directory" });
    return guarded(path, async () => {
      const directory = await AnchoredDirectory.descend(this.root, this.#parts(canonical));
      try {
        return (await readdir(directory.self)).toSorted();
      } finally {
        await directory.close();
      }
    });
  }

  /** Deletes a file, or a directory with everything in it. Links are deleted, not followed; the root stays. */
  async remove(path: string): Promise<void> {
    await this.#in(path, await this.#entry(path), removeTree);
  }

  /** Moves a file, a directory or a link itself to a path that is free, or with `overwrite` over a file. */
  async move(from: string, to: string, options: { readonly overwrite?: boolean } = {}): Promise<void> {
    const overwrite = options.overwrite === true;
    const transfer = overwrite ? moveOverFile : moveToFreeName;
    await this.#inParent(to, overwrite ? {} : { exists: false }, async (target, newName) =>
      this.#in(from, await this.#entry(from), (source, name) =>
        transfer({ directory: source, name }, { directory: target, name: newName }).catch(
          (error: unknown) => {
            const taken = ["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"].includes(codeOf(error) ?? "");
            throw taken ? new WorkspacePathError("path_exists", to) : error;
          },
        ),
      ),
    );
  }

  async #replace(path: string, data: string | Uint8Array): Promise<void> {
    await this.#inParent(path, { kind: "file" }, async (directory, name) => {
      const temporary = `.${name.slice(0, 100)}.${crypto.randomUUID()}.tmp`;
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
      const handle = await directory.openFile(temporary, flags);
      try {
        const old = await lstat(directory.at(name)).catch(() => undefined);
        if (old?.isFile()) await handle.chmod(old.mode & 0o777);
        await handle.writeFile(data);
        await handle.close();
        await rename(directory.at(temporary), directory.at(name));
      } catch (error) {
        await handle.close().catch(() => undefined);
        await unlink(directory.at(temporary)).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Holds the directory of a path open while something is done in it. */
  async #inParent<Result>(
    path: string,
    expectation: PathExpectation,
    use: (directory: AnchoredDirectory, name: string) => Promise<Result>,
  ): Promise<Result> {
    return this.#in(path, await this.resolve(path, expectation), use);
  }

  /** The canonical place of a directory entry, which may be a link that leads anywhere. */
  async #entry(path: string): Promise<string> {
    checkText(path);
    const wanted = resolve(this.root, path);
    if (isInside(wanted, this.root) || isInside(wanted, this.#given)) return this.resolve(path);
    const directory = await this.resolve(dirname(wanted)).catch((error: unknown) => {
      throw error instanceof WorkspacePathError ? new WorkspacePathError(error.code, path) : error;
    });
    return join(directory, basename(wanted));
  }

  async #in<Result>(
    path: string,
    canonical: string,
    use: (directory: AnchoredDirectory, name: string) => Promise<Result>,
  ): Promise<Result> {
    const parts = this.#parts(canonical);
    const name = parts.pop();
    if (name === undefined)
      throw new WorkspacePathError("path_not_allowed", path, "Path is the workspace itself");
    return guarded(path, async () => {
      const directory = await AnchoredDirectory.descend(this.root, parts);
      try {
        return await use(directory, name);
      } finally {
        await directory.close();
      }
    });
  }

  #parts(canonical: string): string[] {
    return relative(this.root, canonical).split(sep).filter(Boolean);
  }

  async #regular(handle: FileHandle, path: string): Promise<FileHandle> {
    const stats = await handle.stat();
    if (stats.isFile() && !(this.#options.refuseHardLinks === true && stats.nlink > 1)) return handle;
    await handle.close();
    throw new WorkspacePathError("path_not_allowed", path, "Path is not a regular file of the workspace");
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

async function guarded<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw pathErrorOf(error, path);
  }
}
