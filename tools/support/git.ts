import { isAbsolute, relative, resolve } from "node:path";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { withoutRepositoryPrograms } from "./repository-programs.js";
import { runProcess } from "./run-process.js";
import { openWorkspace } from "./workspace.js";

/** What git answered, or why it could not. */
export type GitAnswer =
  | { readonly ok: true; readonly stdout: string; readonly truncated: boolean }
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
}

/**
 * Runs git in the call's workspace. Arguments are passed as they are; options have to come before `--`. Nothing that
 * the repository's configuration names is executed, unless the options say so.
 */
export async function git(
  context: ToolExecutionContext,
  args: readonly string[],
  { stdin, runsPrograms = false }: GitOptions = {},
): Promise<GitAnswer> {
  const { root } = await openWorkspace(context);
  try {
    const failure = await checkRepository(root, context.signal);
    if (failure !== undefined) return { ok: false, failure };
    const own = runsPrograms ? {} : await withoutRepositoryPrograms(root, context.signal);
    if (own === undefined) return { ok: false, failure: unreadConfiguration() };
    const hooks = runsPrograms ? [] : ["-c", "core.hooksPath=/dev/null"];
    const { exitCode, stdout, stderr, truncated } = await runProcess({
      command: "git",
      args: [...careful, ...hooks, ...args],
      cwd: root,
      environment: { ...environment, ...own },
      stdin,
      timeoutMs: 60_000,
      maxOutputBytes: 20_000_000,
      signal: context.signal,
    });
    return exitCode === 0
      ? { ok: true, stdout, truncated }
      : { ok: false, failure: describe(stderr || stdout) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { ok: false, failure: ToolResult.failed("git is not installed.", "GitFailed") };
    }
    throw error;
  }
}

/** Why there is no repository to work in: none at all, or one whose configuration points to files of another folder. */
async function checkRepository(root: string, signal: AbortSignal): Promise<ToolFailure | undefined> {
  const { exitCode, stdout, stderr } = await runProcess({
    command: "git",
    args: ["rev-parse", "--show-toplevel"],
    cwd: root,
    environment: { LC_ALL: "C" },
    timeoutMs: 10_000,
    maxOutputBytes: 100_000,
    signal,
  });
  if (exitCode !== 0) {
    // A bare repository has no working tree, but a log.
    return /work tree/i.test(stderr) ? undefined : describe(stderr);
  }
  const way = relative(stdout.replace(/\r?\n$/, ""), root);
  const liesElsewhere = isAbsolute(way) || way.split(/[\\/]/)[0] === "..";
  return liesElsewhere
    ? ToolResult.failed("The repository has its working tree outside the workspace.", "GitFailed")
    : undefined;
}

function unreadConfiguration(): ToolFailure {
  return ToolResult.failed(
    "The repository's configuration is broken or too large to be read: git could start programs that it names.",
    "GitFailed",
  );
}

/** Whether a text can only be read as a revision, never as an option. */
export function isRevision(text: string): boolean {
  return !text.startsWith("-") && !text.includes("..") && !/[\s\p{Cc}]/u.test(text);
}

/** Refuses what cannot be a revision before git sees it. */
export function revisionFailure(text: string): ToolFailure {
  return ToolResult.failed(`'${text}' is not a revision.`, "UnknownRevision");
}

function describe(message: string): ToolFailure {
  const text = message.replace(/^fatal: /, "").trim();
  if (/not a git repository/i.test(text)) {
    return ToolResult.failed("The workspace is not a git repository.", "NotARepository");
  }
  if (/unknown revision|bad revision|bad object|ambiguous argument|does not have any commits/i.test(text)) {
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
