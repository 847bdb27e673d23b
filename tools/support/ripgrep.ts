import { runProcess } from "./run-process.js";

/** What ripgrep is asked. */
export interface RipgrepQuery {
  readonly program: string;
  readonly folder: string;
  /** The text to look for, as it is. */
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly signal: AbortSignal;
}

/**
 * The files that hold a text, relative to the folder; undefined when ripgrep cannot say. Of ignore files it obeys
 * `.gitignore` in the folder and below, and none that a search without ripgrep would not obey, too.
 */
export async function filesWithText({
  program,
  folder,
  text,
  caseSensitive,
  signal,
}: RipgrepQuery): Promise<readonly string[] | undefined> {
  const options = [
    "--files-with-matches",
    "--null",
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--no-ignore-dot",
    "--no-ignore-exclude",
    "--no-ignore-global",
    "--no-ignore-parent",
    "--hidden",
    "--glob=!.git/",
    "--sort=path",
    "--fixed-strings",
    caseSensitive ? "--case-sensitive" : "--ignore-case",
  ];
  const { exitCode, stdout, truncated, timedOut } = await runProcess({
    command: program,
    args: [...options, `--regexp=${text}`, "--", "."],
    cwd: folder,
    timeoutMs: 30_000,
    maxOutputBytes: 20_000_000,
    signal,
  });
  if (truncated || timedOut || (exitCode !== 0 && exitCode !== 1)) return undefined;
  return stdout
    .split("\0")
    .filter(Boolean)
    .map((path) => path.replace(/^\.\//, ""));
}
