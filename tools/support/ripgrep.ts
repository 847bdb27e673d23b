import { runProcess } from "./run-process.js";

/** What ripgrep is asked. */
export interface RipgrepQuery {
  readonly program: string;
  /** The folder to search; the workspace's ignore files above it count too. */
  readonly folder: string;
  readonly query: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  readonly signal: AbortSignal;
}

/** The files that hold a match, relative to the folder; undefined when ripgrep cannot say. */
export async function filesWithMatches(query: RipgrepQuery): Promise<readonly string[] | undefined> {
  const options = [
    "--files-with-matches",
    "--null",
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--hidden",
    "--glob=!.git/",
    "--sort=path",
    query.regex ? "--engine=default" : "--fixed-strings",
    query.caseSensitive ? "--case-sensitive" : "--ignore-case",
  ];
  const { exitCode, stdout, truncated, timedOut } = await runProcess({
    command: query.program,
    args: [...options, `--regexp=${query.query}`, "--", "."],
    cwd: query.folder,
    timeoutMs: 30_000,
    maxOutputBytes: 20_000_000,
    signal: query.signal,
  });
  if (truncated || timedOut || (exitCode !== 0 && exitCode !== 1)) return undefined;
  return stdout
    .split("\0")
    .filter(Boolean)
    .map((path) => path.replace(/^\.\//, ""));
}
