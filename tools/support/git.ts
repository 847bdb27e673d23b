import { relative } from "node:path";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { runProcess } from "./run-process.js";
import { openWorkspace } from "./workspace.js";

/** What git answered, or why it could not. */
export type GitAnswer =
  | { readonly ok: true; readonly stdout: string; readonly truncated: boolean }
  | { readonly ok: false; readonly failure: ToolFailure };

/** Settings that keep a repository from choosing what git executes or shows when it only reads. */
const careful = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.quotePath=false",
  "-c",
  "color.ui=false",
  "--no-pager",
];

/** Runs git in the call's workspace. Arguments are passed as they are; options have to come before `--`. */
export async function git(
  context: ToolExecutionContext,
  args: readonly string[],
  options: { readonly stdin?: string; readonly maxOutputBytes?: number } = {},
): Promise<GitAnswer> {
  const { root } = await openWorkspace(context);
  try {
    const { exitCode, stdout, stderr, truncated } = await runProcess({
      command: "git",
      args: [...careful, ...args],
      cwd: root,
      environment: { GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", GIT_EDITOR: "true" },
      stdin: options.stdin,
      timeoutMs: 60_000,
      maxOutputBytes: options.maxOutputBytes ?? 20_000_000,
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
  return paths.map((path) => `:(literal)${relative(root, path).replaceAll("\\", "/") || "."}`);
}
