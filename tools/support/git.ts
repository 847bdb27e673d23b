import { lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace } from "@toolkiln/runtime/node";
import { stateOf } from "./folder-state.js";
import { ConcurrentChangeError, GitError, gitProgram, type Git } from "./git-program.js";
import { foldersOf, openPrivateRepository } from "./private-repository.js";
import { findRepository, type RepositoryPaths } from "./find-repository.js";
import { isInside, openWorkspace } from "./workspace.js";

/** The repository of a call's workspace, for as long as the call reads it. */
export interface Repository {
  readonly workspace: Workspace;
  /** Runs git in the workspace. Options must come before `--`. */
  readonly git: Git;
  /** Aborts when the call ends early. */
  readonly signal: AbortSignal;
}

/**
 * Lets a tool read the repository of its workspace. Git uses a private git folder that borrows or copies commits, branches
 * and index. It never applies the repository's configuration, which can name programs to run. A repository that changes
 * concurrently is read again, up to the number of attempts.
 */
export async function withRepository<Data>(
  context: ToolExecutionContext,
  use: (repository: Repository) => Promise<Data>,
  attempts = 3,
): Promise<Data | ToolFailure> {
  try {
    return await readRepository(context, use);
  } catch (error) {
    if (error instanceof ConcurrentChangeError && attempts > 1)
      return withRepository(context, use, attempts - 1);
    if (error instanceof GitError) return ToolResult.failed(error.message, error.code);
    if (error instanceof WorkspacePathError) return ToolResult.failed(error.message, "GitFailed");
    throw error;
  }
}

/** Reads the repository once; throws when the borrowed folders changed during the read. */
async function readRepository<Data>(
  context: ToolExecutionContext,
  use: (repository: Repository) => Promise<Data>,
): Promise<Data> {
  const { signal } = context;
  const workspace = await openWorkspace(context);
  const paths = await findRepository(workspace.root);
  const before = await checkedState(workspace.root, paths);
  if (before === undefined) throw new ConcurrentChangeError();
  const folder = await mkdtemp(join(tmpdir(), "toolkiln-git-"));
  try {
    const createGit = await gitProgram(workspace.root, folder, signal);
    const git = await openPrivateRepository(folder, paths, workspace, createGit);
    const result = await use({ workspace, git, signal });
    if (before !== (await checkedState(workspace.root, paths))) throw new ConcurrentChangeError();
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A fingerprint of the borrowed folders; undefined while they change. A repository inside the workspace is not trusted, so no
 * part of it may link elsewhere; one outside belongs to the user.
 */
async function checkedState(root: string, paths: RepositoryPaths): Promise<string | undefined> {
  if (!isInside(root, paths.gitFolder)) return "";
  const state = await stateOf(root, foldersOf(paths));
  const list = await lstat(join(paths.commonFolder, "objects", "info", "alternates")).catch(() => undefined);
  if (list === undefined) return state;
  throw new GitError(
    "The repository borrows objects from another one (objects/info/alternates). " +
      "Copy them with `git repack -a -d`, then delete that file.",
  );
}

/** Resolves revisions to commits. Other objects, such as blobs, may belong to files outside the workspace. */
export async function commitsOf({ git }: Repository, revisions: readonly string[]): Promise<string[]> {
  const commits: string[] = [];
  for (const revision of revisions) {
    const unknown = new GitError(`'${revision}' is not a revision of the repository.`, "UnknownRevision");
    // An option, a range, an exclusion or a file of a commit is not a single revision.
    if (/^[-^]|\.\.|:|[\s\p{Cc}]/u.test(revision)) throw unknown;
    const commit = await git(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]).catch(
      (error: unknown) => {
        throw error instanceof GitError ? unknown : error;
      },
    );
    commits.push(commit.trim());
  }
  return commits;
}

/** Canonical paths as literal git pathspecs, relative to the workspace. */
export function literalPaths({ workspace }: Repository, paths: readonly string[]): string[] {
  return paths.map((path) => `:(literal)${workspace.relative(resolve(workspace.root, path))}`);
}
