import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { GitError } from "./git-program.js";
import { isInside } from "./workspace.js";

/** A larger configuration of a repository is not read. */
export const maxConfigurationBytes = 10 * 1024 * 1024;
/** Files that hold only a path are not larger. */
const maxPathBytes = 10_000;

/** Where the parts of a repository lie, as canonical paths. */
export interface RepositoryPlace {
  readonly gitFolder: string;
  /** Where objects and branches lie; another folder only for linked working trees. */
  readonly commonFolder: string;
  /** Undefined for a bare repository. */
  readonly workingTree: string | undefined;
}

/**
 * The repository of a workspace.
 *
 * What lies in the workspace may be anybody's, so nothing in it can name a repository elsewhere. A repository elsewhere
 * counts when it belongs to the user of this process and either names the workspace itself, as it does for linked working
 * trees and submodules, or lies around the workspace, which cannot have put it there.
 */
export async function findRepository(root: string): Promise<RepositoryPlace> {
  for (let folder = root; ; folder = dirname(folder)) {
    const gitFolder = await gitFolderOf(folder);
    if (gitFolder !== undefined) return checkPlace(root, folder, gitFolder);
    if (await isGitFolder(folder)) return checkPlace(root, undefined, folder);
    if (dirname(folder) === folder) {
      throw new GitError("The workspace is not a git repository.", "NotARepository");
    }
  }
}

/** The git folder of a working tree: `.git` itself, or what it links to or names. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  const entry = join(folder, ".git");
  const kind = await stat(entry).catch(() => undefined);
  if (kind?.isDirectory() === true) return (await isGitFolder(entry)) ? realpath(entry) : undefined;
  if (kind?.isFile() !== true) return undefined;
  const named = /^gitdir: (.+?)\s*$/.exec((await textOf(entry)) ?? "")?.[1];
  if (named === undefined) throw new GitError("The file '.git' does not name a git folder.");
  return canonical(resolve(folder, named));
}

/** Whether a folder looks like git's: one of a repository, or one of a linked working tree. */
async function isGitFolder(folder: string): Promise<boolean> {
  const has = async (name: string): Promise<boolean> =>
    (await lstat(join(folder, name)).catch(() => undefined)) !== undefined;
  if (!(await has("HEAD"))) return false;
  return (await has("commondir")) || ((await has("objects")) && has("refs"));
}

async function checkPlace(
  root: string,
  workingTree: string | undefined,
  gitFolder: string,
): Promise<RepositoryPlace> {
  const common = await textOf(join(gitFolder, "commondir"));
  const commonFolder = await canonical(resolve(gitFolder, common?.trim() ?? "."));
  if (isInside(root, gitFolder)) {
    if (isInside(root, commonFolder)) return { gitFolder, commonFolder, workingTree };
    throw new GitError("The repository takes its objects from outside the workspace.");
  }
  const isNamed = workingTree !== root || (await namesWorkspace(gitFolder, root));
  if (!isNamed) {
    throw new GitError(
      "The workspace points to a repository elsewhere, which does not name it as a working tree.",
    );
  }
  const owner = process.geteuid?.();
  if (owner !== undefined && (await stat(gitFolder)).uid !== owner) {
    throw new GitError("The repository lies outside the workspace and belongs to another user.");
  }
  return { gitFolder, commonFolder, workingTree };
}

/** Whether a repository elsewhere has the workspace for a linked working tree or a submodule. */
async function namesWorkspace(gitFolder: string, root: string): Promise<boolean> {
  const link = await textOf(join(gitFolder, "gitdir"));
  if (link !== undefined && (await isSame(resolve(gitFolder, link.trim(), ".."), root))) return true;
  const configuration = await textOf(join(gitFolder, "config"), maxConfigurationBytes);
  // Only spaces that no other part of the pattern takes are skipped, so the time is linear in the length.
  const tree = /^[ \t]*worktree[ \t]*=(.*)$/m.exec(configuration ?? "")?.[1];
  return tree !== undefined && isSame(resolve(gitFolder, tree.trim().replaceAll(/^"|"$/g, "")), root);
}

/** The text of a file; undefined when it is missing or too large, or a pipe, which would block. */
async function textOf(path: string, maxBytes = maxPathBytes): Promise<string | undefined> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isFile() !== true || kind.size > maxBytes) return undefined;
  return readFile(path, "utf8").catch(() => undefined);
}

async function isSame(path: string, root: string): Promise<boolean> {
  return (await realpath(path).catch(() => undefined)) === root;
}

async function canonical(folder: string): Promise<string> {
  return realpath(folder).catch(() => {
    throw new GitError("The git folder that the repository names does not exist.");
  });
}
