import { delimiter, relative, resolve } from "node:path";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { findProgram, machineFolders } from "./find-program.js";
import { foreignRepository } from "./repository-place.js";
import { withoutRepositoryPrograms } from "./repository-programs.js";
import { runProcess } from "./run-process.js";
import { openWorkspace } from "./workspace.js";

/** What was asked for, or why git could not answer. */
export type GitAnswer<Answer> =
  | ({ readonly ok: true } & Answer)
  | { readonly ok: false; readonly failure: ToolFailure };

/** Settings under which git starts no program that it does not need: no monitor, no pager, no editor. */
const careful = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.quotePath=false",
  "-c",
  "color.ui=false",
  "--no-pager",
];

const environment = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: "true",
  LC_ALL: "C",
  // Objects that a partial clone left out are not fetched, because the repository names the program that would.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
};

/** How git is run. */
export interface GitOptions {
  readonly stdin?: string;
  /** Run the hooks and filters of the repository, as a person's own git would. */
  readonly runsPrograms?: boolean;
  /** Take the beginning and the end of an output that is too long as a whole, for people and models to read. */
  readonly mayBeCut?: boolean;
}

/**
 * Runs git in the call's workspace. Arguments are passed as they are; options have to come before `--`. Nothing that
 * the repository's configuration names is executed, unless the options say so.
 */
export async function git(
  context: ToolExecutionContext,
  args: readonly string[],
  { stdin, runsPrograms = false, mayBeCut = false }: GitOptions = {},
): Promise<GitAnswer<{ readonly stdout: string }>> {
  const { root } = await openWorkspace(context);
  const folders = await machineFolders(root);
  const program = await findProgram("git", folders);
  if (program === undefined)
    return { ok: false, failure: ToolResult.failed("git is not installed.", "GitFailed") };
  const failure = await checkRepository(root, program, context.signal);
  if (failure !== undefined) return { ok: false, failure };
  const own = runsPrograms
    ? {}
    : await withoutRepositoryPrograms({ folder: root, program, signal: context.signal });
  if (own === undefined) return { ok: false, failure: unreadConfiguration() };
  const hooks = runsPrograms ? [] : ["-c", "core.hooksPath=/dev/null"];
  const path = runsPrograms ? {} : { PATH: folders.join(delimiter) };
  const { exitCode, stdout, stderr, truncated } = await runProcess({
    command: program,
    args: [...careful, ...hooks, ...args],
    cwd: root,
    environment: { ...environment, ...path, ...own },
    stdin,
    timeoutMs: 60_000,
    maxOutputBytes: 20_000_000,
    signal: context.signal,
  });
  if (exitCode !== 0) return { ok: false, failure: describe(stderr || stdout) };
  if (truncated && !mayBeCut)
    return { ok: false, failure: ToolResult.failed("git has too much to tell.", "GitFailed") };
  return { ok: true, stdout };
}

/** Why there is no repository to work in: none at all, or one that belongs to another folder. */
async function checkRepository(
  root: string,
  program: string,
  signal: AbortSignal,
): Promise<ToolFailure | undefined> {
  const { exitCode, stdout, stderr } = await runProcess({
    command: program,
    args: ["rev-parse", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"],
    cwd: root,
    environment: { LC_ALL: "C" },
    timeoutMs: 10_000,
    maxOutputBytes: 100_000,
    signal,
  });
  // A bare repository has no working tree, but a log.
  if (exitCode !== 0 && !/work tree/i.test(stderr)) return describe(stderr);
  const [gitFolder, commonFolder, workingTree, ...more] = stdout.split(/\r?\n/).filter(Boolean);
  if (gitFolder === undefined || commonFolder === undefined || more.length > 0) {
    return ToolResult.failed("The place of the repository cannot be told.", "GitFailed");
  }
  const reason = await foreignRepository(root, {
    gitFolder: resolve(root, gitFolder),
    commonFolder: resolve(root, commonFolder),
    workingTree,
  });
  return reason === undefined ? undefined : ToolResult.failed(reason, "GitFailed");
}

function unreadConfiguration(): ToolFailure {
  return ToolResult.failed(
    "The repository's configuration is broken or too large to be read: git could start programs that it names.",
    "GitFailed",
  );
}

/** The commits that revisions name. Anything else, such as the content of a file, may lie outside the workspace. */
export async function commitsOf(
  context: ToolExecutionContext,
  revisions: readonly string[],
): Promise<GitAnswer<{ readonly commits: readonly string[] }>> {
  const wrong = revisions.find((revision) => !isRevision(revision));
  if (wrong !== undefined) return { ok: false, failure: unknownRevision(wrong) };
  const commits: string[] = [];
  for (const revision of revisions) {
    const answer = await git(context, ["rev-parse", "--verify", `${revision}^{commit}`]);
    if (!answer.ok) {
      const isUnknown = answer.failure.error.code === "UnknownRevision";
      return isUnknown ? { ok: false, failure: unknownRevision(revision) } : answer;
    }
    commits.push(answer.stdout.trim());
  }
  return { ok: true, commits };
}

/** Whether a text can only be read as a single revision: no option, no range, no exclusion, no file of a commit. */
function isRevision(text: string): boolean {
  return !/^[-^]|\.\.|:|[\s\p{Cc}]/u.test(text);
}

function unknownRevision(text: string): ToolFailure {
  return ToolResult.failed(`'${text}' is not a revision of the repository.`, "UnknownRevision");
}

function describe(message: string): ToolFailure {
  const text = message.replace(/^fatal: /, "").trim();
  if (/not a git repository/i.test(text)) {
    return ToolResult.failed("The workspace is not a git repository.", "NotARepository");
  }
  if (
    /unknown revision|single revision|bad revision|bad object|expected commit type|ambiguous argument/i.test(
      text,
    )
  ) {
    return ToolResult.failed(text, "UnknownRevision");
  }
  if (/nothing (added )?to commit|no changes added to commit/i.test(text)) {
    return ToolResult.failed("There is nothing to commit.", "NothingToCommit");
  }
  return ToolResult.failed(text === "" ? "git failed." : text, "GitFailed");
}

/** Canonical paths as git takes them: from the workspace's root, every character meaning itself. */
export async function literalPaths(
  context: ToolExecutionContext,
  paths: readonly string[],
): Promise<string[]> {
  const { root } = await openWorkspace(context);
  return paths.map((path) => `:(literal)${relative(root, resolve(root, path)).replaceAll("\\", "/") || "."}`);
}
