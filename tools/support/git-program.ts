import { devNull } from "node:os";
import { delimiter } from "node:path";
import { FailureError } from "./failure-error.js";
import { findProgram, trustedFolders } from "./find-program.js";
import { runProcess } from "./run-process.js";

/** An error of git. */
export class GitError extends FailureError {
  constructor(message: string, code: "GitFailed" | "NotARepository" | "UnknownRevision" = "GitFailed") {
    super(message, code);
  }
}

/** The repository or its working tree changed while it was read; a retry may succeed. */
export class ConcurrentChangeError extends GitError {
  constructor() {
    super("The repository changed while it was read. Try again.");
  }
}

/** Runs git and returns its output; throws a `GitError` when it fails, or when the output is long and may not be truncated. */
export type Git = (
  args: readonly string[],
  options?: { readonly stdin?: string; readonly mayTruncate?: boolean },
) => Promise<string>;

/** Maximum bytes of output; longer output is cut in the middle. */
export const maxGitOutputBytes = 20_000_000;

/** Creates a `Git` with additional environment variables. */
export type CreateGit = (variables: Readonly<Record<string, string>>) => Git;

/** Git for a workspace, with a private git folder and without system and user configuration. */
export async function gitProgram(root: string, gitFolder: string, signal: AbortSignal): Promise<CreateGit> {
  const folders = await trustedFolders(root);
  const command = await findProgram("git", folders);
  if (command === undefined) throw new GitError("git is not installed.");
  const environment = {
    PATH: folders.join(delimiter),
    LC_ALL: "C",
    GIT_DIR: gitFolder,
    HOME: gitFolder,
    XDG_CONFIG_HOME: gitFolder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // Does not fetch objects that are missing in a partial clone.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
  };
  return (variables) =>
    async (args, { stdin, mayTruncate = false } = {}) => {
      const { exitCode, stdout, stderr, truncated } = await runProcess({
        command,
        args: ["--no-pager", ...args],
        cwd: root,
        environment: { ...environment, ...variables },
        stdin,
        timeoutMs: 60_000,
        maxOutputBytes: maxGitOutputBytes,
        signal,
      });
      if (exitCode !== 0)
        throw new GitError((stderr || stdout).replace(/^fatal: /, "").trim() || "git failed.");
      if (!truncated || mayTruncate) return stdout;
      const megabytes = maxGitOutputBytes / 1_000_000;
      throw new GitError(`The output of git exceeds ${megabytes} MB. Pass fewer paths or commits.`);
    };
}
