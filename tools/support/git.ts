import { lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace } from "@toolkiln/runtime/node";
import { stateOf } from "./folder-state.js";
import { ChangedMeanwhileError, GitError } from "./git-program.js";
import { gitProgram, type Git } from "./git-program.js";
import { foldersOf, openPrivately } from "./private-repository.js";
import { findRepository, type RepositoryPlace } from "./repository-place.js";
import { isInside, openWorkspace } from "./workspace.js";

/** The repository of a call's workspace, for as long as the call reads it. */
export interface Repository {
  readonly workspace: Workspace;
  /** Runs git in the workspace. Arguments are passed as they are; options have to come before `--`. */
  readonly git: Git;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
}

/** How often a repository is read again that changed meanwhile. */
const maxAttempts = 3;

/**
 * Lets a tool read the repository of its workspace. Git works on a git folder of our own, which borrows commits, branches
 * and index, so that it never reads the repository's configuration, where programs are named.
 */
export async function withRepository<Data>(
  context: ToolExecutionContext,
  use: (repository: Repository) => Promise<Data>,
): Promise<Data | ToolFailure> {
  try {
    const workspace = await openWorkspace(context);
    for (let attempt = 1; ; attempt++) {
      try {
        return await useSteadily(context, workspace, use);
      } catch (error) {
        if (!(error instanceof ChangedMeanwhileError) || attempt === maxAttempts) throw error;
      }
    }
  } catch (error) {
    if (error instanceof GitError) return ToolResult.failed(error.message, error.code);
    if (error instanceof WorkspacePathError) return ToolResult.failed(error.message, "GitFailed");
    throw error;
  }
}

/** Reads the repository once; throws when what git reads in place changed meanwhile. */
async function useSteadily<Data>(
  { signal }: ToolExecutionContext,
  workspace: Workspace,
  use: (repository: Repository) => Promise<Data>,
): Promise<Data> {
  const place = await findRepository(workspace.root);
  const before = await checkedState(workspace.root, place);
  if (before === undefined) throw new ChangedMeanwhileError();
  const folder = await mkdtemp(join(tmpdir(), "toolkiln-git-"));
  try {
    const start = await gitProgram(workspace.root, folder, signal);
    const result = await use({
      workspace,
      git: await openPrivately(folder, place, workspace, start),
      signal,
    });
    if (before !== (await checkedState(workspace.root, place))) throw new ChangedMeanwhileError();
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The state of what git reads in place, undefined while it changes. A repository in the workspace may be anybody's, so no
 * part of it may lead elsewhere; one that lies elsewhere is the user's own.
 */
async function checkedState(root: string, place: RepositoryPlace): Promise<string | undefined> {
  if (!isInside(root, place.gitFolder)) return "";
  const state = await stateOf(root, await foldersOf(place));
  const list = await lstat(join(place.commonFolder, "objects", "info", "alternates")).catch(() => undefined);
  if (list === undefined) return state;
  throw new GitError(
    "The repository borrows objects from another one (objects/info/alternates). " +
      "Copy them with `git repack -a -d`, then delete that file.",
  );
}

/** The commits that revisions name. Anything else, such as the content of a file, may lie outside the workspace. */
export async function commitsOf({ git }: Repository, revisions: readonly string[]): Promise<string[]> {
  const commits: string[] = [];
  for (const revision of revisions) {
    const unknown = new GitError(`'${revision}' is not a revision of the repository.`, "UnknownRevision");
    if (!isRevision(revision)) throw unknown;
    const commit = await git(["rev-parse", "--verify", `${revision}^{commit}`]).catch((error: unknown) => {
      throw error instanceof GitError && error.code === "UnknownRevision" ? unknown : error;
    });
    commits.push(commit.trim());
  }
  return commits;
}

/** Whether a text can only be read as a single revision: no option, no range, no exclusion, no file of a commit. */
function isRevision(text: string): boolean {
  return !/^[-^]|\.\.|:|[\s\p{Cc}]/u.test(text);
}

/** Canonical paths as git takes them: from the workspace's root, every character meaning itself. */
export function literalPaths({ workspace: { root } }: Repository, paths: readonly string[]): string[] {
  return paths.map((path) => `:(literal)${relative(root, resolve(root, path)).replaceAll("\\", "/") || "."}`);
}
