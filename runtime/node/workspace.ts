import { constants } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, stat, unlink, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { PathPolicy, PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";
import { AnchoredDirectory, removeTree } from "./anchored-directory.js";
import { moveOverFile, moveToFreeName } from "./move-entry.js";
import { checkPath, checkText, expectPath, follow, isInside, type PathExpectation } from "./path-checks.js";
import { codeOf, pathErrorOf, WorkspacePathError } from "./workspace-path-error.js";

/** How to write a file: `create` fails if it exists, `overwrite` replaces it. */
export type WriteMode = "create" | "overwrite";

const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * A directory that confines tools: paths must be inside it lexically and after following links. Files are opened without
 * following links, so that a path that is swapped between check and use cannot lead outside.
 */
export class Workspace {
  /** The canonical path. */
  readonly root: string;
  readonly #given: string;

  private constructor(root: string, given: string) {
    this.root = root;
    this.#given = given;
  }

  /** Opens a directory; throws if it does not exist. */
  static async open(path: string): Promise<Workspace> {
    const root = await realpath(path);
    if (!(await stat(root)).isDirectory())
      throw new WorkspacePathError("path_not_allowed", path, "Not a directory");
    return new Workspace(root, resolve(path));
  }

  /** Confines paths to this workspace, or to the call's own workspace. */
  get paths(): PathPolicy {
    const open = async (root = this.root): Promise<Workspace> =>
      root === this.root ? this : Workspace.open(root);
    return { resolve: (path, parameter, root) => checkPath(path, parameter, () => open(root)) };
  }

  /** The canonical form of a path in the workspace; throws if it is outside or does not match. */
  async resolve(path: string, expectation: PathExpectation = {}): Promise<string> {
    checkText(path);
    const wanted = resolve(this.root, path);
    const outside = new WorkspacePathError("path_outside_workspace", path);
    if (!isInside(this.root, wanted) && !isInside(this.#given, wanted)) throw outside;
    const found = await follow(wanted, path).catch((error: unknown) => {
      // An error behind a link would reveal something outside the workspace.
      if (error instanceof WorkspacePathError && error.code === "invalid_path") throw error;
      throw outside;
    });
    if (!isInside(this.root, found.path)) throw outside;
    await expectPath(found, path, expectation);
    return found.path;
  }

  /** A canonical path relative to the workspace, with forward slashes; `.` for the workspace itself. */
  relative(path: string): string {
    return relative(this.root, path).replaceAll(sep, "/") || ".";
  }

  /** Opens a regular file for reading. The caller closes it. */
  async openForReading(path: string): Promise<FileHandle> {
    return this.#in(path, this.resolve(path, { exists: true, kind: "file" }), async (directory, name) => {
      const handle = await directory.openFile(name, constants.O_RDONLY);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      throw new WorkspacePathError("path_not_allowed", path, "Path is not a regular file in the workspace");
    });
  }

  /** Opens a new file for writing. The caller closes it. */
  async openForWriting(path: string): Promise<FileHandle> {
    const canonical = this.resolve(path, { exists: false });
    return this.#in(path, canonical, (directory, name) => directory.openFile(name, createOnly));
  }

  /** The content of a file, at most `maxBytes`. */
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

  /** Writes a file. Overwriting is atomic: no reader sees a partial file, and other hard links keep the old content. */
  async writeFile(path: string, data: string | Uint8Array, mode: WriteMode = "create"): Promise<void> {
    if (mode === "overwrite") return this.#replace(path, data);
    const handle = await this.openForWriting(path);
    try {
      await handle.writeFile(data);
    } finally {
      await handle.close();
    }
  }

  /** Creates a directory and its missing parents. */
  async makeDirectory(path: string): Promise<string> {
    const canonical = await this.resolve(path);
    const parts = this.#parts(canonical);
    for (const [depth, part] of parts.entries())
      await this.#hold(path, parts.slice(0, depth), async (parent) => {
        await mkdir(parent.at(part)).catch((error: unknown) => {
          if (codeOf(error) !== "EEXIST") throw error;
        });
        await (await parent.enter(part)).close();
      });
    return canonical;
  }

  /** The names in a directory, sorted. */
  async list(path: string): Promise<readonly string[]> {
    const canonical = await this.resolve(path, { exists: true, kind: "directory" });
    return this.#hold(path, this.#parts(canonical), async (directory) =>
      (await readdir(directory.at("."))).toSorted(),
    );
  }

  /** Deletes a file, or a directory with its content; throws for the root. Links are deleted, not followed. */
  async remove(path: string): Promise<void> {
    await this.#in(path, this.#entry(path), removeTree);
  }

  /** Moves a file, a directory or a link to a free path, or with `overwrite` over a file. */
  async move(from: string, to: string, options: { readonly overwrite?: boolean } = {}): Promise<void> {
    const overwrite = options.overwrite === true;
    const transfer = overwrite ? moveOverFile : moveToFreeName;
    const wanted = overwrite ? {} : { exists: false };
    await this.#in(to, this.resolve(to, wanted), (target, newName) =>
      this.#in(from, this.#entry(from), (source, name) =>
        transfer(source.at(name), target.at(newName)).catch((error: unknown) => {
          const isTaken = /^(?:EEXIST|EISDIR|ENOTDIR|ENOTEMPTY)$/.test(codeOf(error) ?? "");
          throw isTaken ? new WorkspacePathError("path_exists", to) : error;
        }),
      ),
    );
  }

  async #replace(path: string, data: string | Uint8Array): Promise<void> {
    await this.#in(path, this.resolve(path, { kind: "file" }), async (directory, name) => {
      const temporary = `.${name.slice(0, 100)}.${crypto.randomUUID()}.tmp`;
      const handle = await directory.openFile(temporary, createOnly);
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

  /** The canonical path of a directory entry; a link itself is not followed. */
  async #entry(path: string): Promise<string> {
    checkText(path);
    const wanted = resolve(this.root, path);
    if (isInside(wanted, this.root) || isInside(wanted, this.#given)) return this.resolve(path);
    const directory = await this.resolve(dirname(wanted)).catch((error: unknown) => {
      throw error instanceof WorkspacePathError ? new WorkspacePathError(error.code, path) : error;
    });
    return join(directory, basename(wanted));
  }

  /** Keeps the parent directory of a path open during `use`. */
  async #in<Result>(
    path: string,
    canonical: Promise<string>,
    use: (directory: AnchoredDirectory, name: string) => Promise<Result>,
  ): Promise<Result> {
    const parts = this.#parts(await canonical);
    const name = parts.pop();
    if (name === undefined)
      throw new WorkspacePathError("path_not_allowed", path, "Path is the workspace itself");
    return this.#hold(path, parts, (directory) => use(directory, name));
  }

  /** Keeps a directory open during `use`. */
  async #hold<Result>(
    path: string,
    parts: readonly string[],
    use: (directory: AnchoredDirectory) => Promise<Result>,
  ): Promise<Result> {
    try {
      const directory = await AnchoredDirectory.descend(this.root, parts);
      try {
        return await use(directory);
      } finally {
        await directory.close();
      }
    } catch (error) {
      throw pathErrorOf(error, path);
    }
  }

  #parts(canonical: string): string[] {
    return relative(this.root, canonical).split(sep).filter(Boolean);
  }
}

/** Confines tools to the call's workspace. `docs/paths.md` lists guarantees and limits. */
export class WorkspacePathPolicy implements PathPolicy {
  resolve(path: string, parameter: PathParameter, workspacePath: string | undefined): Promise<PathVerdict> {
    return checkPath(path, parameter, async () => {
      if (workspacePath !== undefined) return Workspace.open(workspacePath);
      throw new WorkspacePathError("path_not_allowed", path, "No workspace is set");
    });
  }
}
