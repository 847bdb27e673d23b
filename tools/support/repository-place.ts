import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isInside } from "./is-inside.js";

/** Where git finds the parts of a repository, as absolute paths. */
export interface RepositoryPlace {
  readonly gitFolder: string;
  /** Where objects and branches lie; another folder only for linked working trees. */
  readonly commonFolder: string;
  /** Undefined for a bare repository. */
  readonly workingTree: string | undefined;
}

/**
 * Why the repository is none that the workspace may show; undefined when it is its own.
 *
 * What lies in the workspace may be anybody's, so nothing in it can name a repository elsewhere: neither a `.git` that is
 * a link or a file, nor a folder inside `.git`. A repository elsewhere counts when it names the workspace itself, as linked
 * working trees and submodules do, or when it lies around the workspace, which cannot have put it there.
 */
export async function foreignRepository(root: string, place: RepositoryPlace): Promise<string | undefined> {
  if (place.workingTree !== undefined && !isInside(place.workingTree, root)) {
    return "The repository has its working tree outside the workspace.";
  }
  const gitFolder = await realpath(place.gitFolder);
  const own = join(root, ".git");
  if (!isInside(root, gitFolder)) {
    const isAround = (await lstat(own).catch(() => undefined)) === undefined;
    return isAround || (await namesWorkspace(gitFolder, root))
      ? undefined
      : "The workspace points to a repository elsewhere, which does not name it as a working tree.";
  }
  const commonFolder = await realpath(place.commonFolder);
  return isInside(root, commonFolder) && !(await borrowsObjects(root, commonFolder))
    ? undefined
    : "The repository takes its objects from outside the workspace.";
}

/** Whether a repository elsewhere has the workspace for a linked working tree or a submodule. */
async function namesWorkspace(gitFolder: string, root: string): Promise<boolean> {
  const link = await readFile(join(gitFolder, "gitdir"), "utf8").catch(() => undefined);
  if (link !== undefined && (await isSame(resolve(gitFolder, link.trim(), ".."), root))) return true;
  const configuration = await readFile(join(gitFolder, "config"), "utf8").catch(() => "");
  const tree = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(configuration)?.[1];
  return tree !== undefined && isSame(resolve(gitFolder, tree), root);
}

async function isSame(path: string, root: string): Promise<boolean> {
  return (await realpath(path).catch(() => undefined)) === root;
}

/** Whether objects are looked for elsewhere: behind a link, or where the list of other stores says. */
async function borrowsObjects(root: string, commonFolder: string): Promise<boolean> {
  const objects = join(commonFolder, "objects");
  if (!isInside(root, await realpath(objects))) return true;
  const entries = await readdir(objects, { withFileTypes: true });
  if (entries.some((entry) => entry.isSymbolicLink())) return true;
  const list = await lstat(join(objects, "info", "alternates")).catch(() => undefined);
  return list !== undefined && (!list.isFile() || list.size > 0);
}
