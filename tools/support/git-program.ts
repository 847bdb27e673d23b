import { devNull } from "node:os";
import { delimiter } from "node:path";
import { findProgram, machineFolders } from "./find-program.js";
import { runProcess } from "./run-process.js";

/** Why git has no answer; the tools turn it into a failure with this code. */
export class GitError extends Error {
  readonly code: "GitFailed" | "NotARepository" | "UnknownRevision";

  constructor(message: string, code: GitError["code"] = "GitFailed") {
    super(message);
    this.name = "GitError";
    this.code = code;
  }
}

/** The repository or its working tree changed while it was read; another try may succeed. */
export class ChangedMeanwhileError extends GitError {
  constructor() {
    super("The repository keeps changing while it is read. Try again.");
    this.name = "ChangedMeanwhileError";
  }
}

/** Runs git and returns what it prints; throws what it complains about. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<string>;

/** How git is run. */
export interface GitOptions {
  readonly stdin?: string;
  /** Take the beginning and the end of an output that is too long as a whole, for people and models to read. */
  readonly mayBeCut?: boolean;
}

/** Bytes of output that are kept: of a longer one the first half and the last half of so many. */
export const maxGitOutputBytes = 20_000_000;

/** Starts git with some variables more. */
export type StartGit = (variables: Readonly<Record<string, string>>) => Git;

/** Git for a workspace, with a git folder of our own and without any configuration of the machine or the user. */
export async function gitProgram(root: string, gitFolder: string, signal: AbortSignal): Promise<StartGit> {
  const folders = await machineFolders(root);
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
    // Objects that a partial clone left out are not fetched.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
  };
  return (variables) =>
    async (args, { stdin, mayBeCut = false } = {}) => {
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
      if (exitCode !== 0) throw describe(stderr || stdout);
      if (truncated && !mayBeCut) throw outputTooLong();
      return stdout;
    };
}

function outputTooLong(): GitError {
  const megabytes = maxGitOutputBytes / 1_000_000;
  return new GitError(`The output of git exceeds ${megabytes} MB. Name fewer paths or commits.`);
}

function describe(message: string): GitError {
  const text = message.replace(/^fatal: /, "").trim();
  if (/not a git repository/i.test(text)) {
    return new GitError("The workspace is not a git repository.", "NotARepository");
  }
  const isUnknown =
    /unknown revision|single revision|bad revision|bad object|expected commit type|ambiguous argument/i;
  if (isUnknown.test(text)) return new GitError(text, "UnknownRevision");
  return new GitError(text === "" ? "git failed." : text);
}
