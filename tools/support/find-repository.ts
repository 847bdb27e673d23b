import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { GitError } from "./git-program.js";
import { isInside } from "./workspace.js";

/** The maximum size of a file that contains only a path. */
const maxPathBytes = 10_000;

/** The canonical paths of a repository. */
export interface RepositoryPaths {
  readonly gitFolder: string;
  /** The folder with objects and branches; differs from `gitFolder` for linked working trees only. */
  readonly commonFolder: string;
  readonly workingTree: string;
}

/**
 * Finds the repository of a workspace.
 *
 * Files in the workspace are not trusted, so a path to an outside repository is not enough: the repository must belong to
 * the user of this process, and contain the workspace or register it as a linked working tree.
 */
export async function findRepository(root: string): Promise<RepositoryPaths> {
  for (let folder = root; ; folder = dirname(folder)) {
    const gitFolder = await gitFolderOf(folder);
    if (gitFolder !== undefined) return checkPaths(root, folder, gitFolder);
    if (dirname(folder) === folder) {
      throw new GitError("The workspace is not a git repository.", "NotARepository");
    }
  }
}

/** The git folder of a working tree: `.git`, or the folder that `.git` points to. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  const entry = join(folder, ".git");
  const stats = await stat(entry).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    const head = await lstat(join(entry, "HEAD")).catch(() => undefined);
    return head && realpath(entry);
  }
  if (stats?.isFile() !== true) return undefined;
  const target = /^gitdir: (.+?)\s*$/.exec((await textOf(entry)) ?? "")?.[1];
  if (target === undefined) throw new GitError("The file '.git' does not contain the path of a git folder.");
  return canonical(resolve(folder, target));
}

async function checkPaths(root: string, workingTree: string, gitFolder: string): Promise<RepositoryPaths> {
  if (isInside(gitFolder, root)) throw new GitError("The workspace is inside a git folder.");
  const common = await textOf(join(gitFolder, "commondir"));
  const commonFolder = await canonical(resolve(gitFolder, common?.trim() ?? "."));
  if (isInside(root, gitFolder)) {
    if (isInside(root, commonFolder)) return { gitFolder, commonFolder, workingTree };
    throw new GitError("The objects of the repository are outside the workspace.");
  }
  if (workingTree === root && !(await registersWorkspace(gitFolder, root))) {
    throw new GitError(
      "The workspace points to an outside repository that does not list it as a working tree.",
    );
  }
  const owner = process.geteuid?.();
  if (owner !== undefined && (await stat(gitFolder)).uid !== owner) {
    throw new GitError("The repository is outside the workspace and belongs to another user.");
  }
  return { gitFolder, commonFolder, workingTree };
}

/** Whether a repository registers the workspace as a linked working tree. */
async function registersWorkspace(gitFolder: string, root: string): Promise<boolean> {
  const link = await textOf(join(gitFolder, "gitdir"));
  if (link === undefined) return false;
  return (await realpath(resolve(gitFolder, link.trim(), "..")).catch(() => undefined)) === root;
}

/** The text of a file; undefined when it is missing, too large, or a pipe, which would block. */
async function textOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true || stats.size > maxPathBytes) return undefined;
  return readFile(path, "utf8").catch(() => undefined);
}

async function canonical(folder: string): Promise<string> {
  return realpath(folder).catch(() => {
    throw new GitError("The git folder that '.git' points to does not exist.");
  });
}
