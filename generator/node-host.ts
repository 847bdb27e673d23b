import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { diskRoots, type Host, type PathKind } from "./host.js";

export { errorReason, fileErrorReason } from "./diagnostics/file-error.js";

let temporaryFiles = 0;
const missing = ["ENOENT", "ENOTDIR"];

/**
 * The host of a project on disk.
 *
 * Uses synchronous calls: for thousands of small files they are several times faster than asynchronous ones.
 */
export function nodeHost(root: string): Host {
  const cache = existsSync(join(root, "node_modules"))
    ? join(root, "node_modules/.cache/toolkiln")
    : join(root, ".toolkiln");
  // `path.join` would take longer than the file system call.
  const at = (path: string) => `${root}/${path}`;
  const list = (folder: string, wanted: (entry: Dirent) => boolean): string[] => {
    const found: string[] = [];
    const visit = (path: string): void => {
      for (const entry of orElse(() => readdirSync(at(path), { withFileTypes: true }), [], ...missing)) {
        const inner = path === "" ? entry.name : `${path}/${entry.name}`;
        if (wanted(entry)) found.push(inner);
        if (entry.isDirectory()) visit(inner);
      }
    };
    visit(posix.normalize(folder).replace(/^\.?\/?$|\/$/, ""));
    return found;
  };
  const host: Host = {
    listFiles: async (folder) => list(folder, (entry) => entry.isFile()),
    listOtherEntries: async (folder) => list(folder, (entry) => !entry.isFile()),
    fileSize: async (path) => orElse(() => statSync(at(path)), undefined, ...missing)?.size,
    fileStamp: async (path) => {
      const found = statSync(at(path), { throwIfNoEntry: false });
      // Programs can set mtime, but not ctime.
      return found && `${found.size}-${found.mtimeMs}-${found.ctimeMs}-${found.ino}`;
    },
    fileTime: async (path) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs,
    readFile: async (path) => orElse(() => readRegularFile(at(path)), undefined, ...missing),
    kindOf: async (path) => kindOf(root, path),
    writeFile: async (path, contents) => {
      try {
        replaceFile(at(path), contents, cache);
      } catch (error) {
        // ENOSPC has no path, and a temporary path would confuse users.
        throw error instanceof Error ? Object.assign(error, { path: at(path) }) : error;
      }
    },
    deleteFile: async (path) => rmSync(at(path), { force: true }),
    readCache: async (name) => orElse(() => readFileSync(join(cache, name)), undefined),
    writeCache: async (name, contents) =>
      orElse(() => replaceFile(join(cache, name), contents, cache), undefined),
  };
  diskRoots.set(host, root);
  return host;
}

/** Reads a regular file. Opening a pipe could block, and reading a device might never end. */
function readRegularFile(path: string): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error("not a regular file"), { code: "EINVAL" });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes atomically: a temporary file in the cache folder, then a rename. A crash leaves no partial file. */
function replaceFile(target: string, contents: string | Uint8Array, cache: string): void {
  const name = `${process.pid}-${temporaryFiles++}.tmp`;
  try {
    if (temporaryFiles === 1 || !existsSync(cache)) removeLeftovers(cache);
    writeAndRename(join(cache, name), target, contents);
  } catch (error) {
    // The cache may be on another disk or read-only.
    if (!hasCode(error, "EXDEV", "EACCES", "EPERM", "EROFS", "ENOENT")) throw error;
    writeAndRename(`${target}.${name}`, target, contents);
  }
}

/** Removes temporary files of crashed processes; newer ones may belong to a running process. */
function removeLeftovers(cache: string): void {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache).filter((entry) => entry.endsWith(".tmp"))) {
    const path = join(cache, name);
    const { mtimeMs = Infinity } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > 60_000) rmSync(path, { force: true });
  }
}

function writeAndRename(temporary: string, target: string, contents: string | Uint8Array): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(temporary, contents);
    const before = statSync(target, { throwIfNoEntry: false });
    if (before !== undefined) chmodSync(temporary, before.mode);
    renameSync(temporary, target);
  } catch (error) {
    orElse(() => rmSync(temporary, { force: true }), undefined);
    throw error;
  }
}

function kindOf(root: string, path: string): PathKind {
  let current = root;
  let kind: PathKind = "folder";
  for (const part of path.split("/")) {
    current = join(current, part);
    const found = orElse(() => lstatSync(current), undefined, ...missing);
    if (found === undefined) return "missing";
    if (found.isSymbolicLink()) return "link";
    kind = found.isDirectory() ? "folder" : "file";
  }
  return kind;
}

/** The result of an action; the fallback after errors with these codes (default: any error). */
function orElse<T, Fallback>(action: () => T, fallback: Fallback, ...codes: readonly string[]): T | Fallback {
  try {
    return action();
  } catch (error) {
    if (codes.length === 0 || hasCode(error, ...codes)) return fallback;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
