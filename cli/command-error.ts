import { exitCode } from "./exit-code.js";

/** Ends the command with a message for people and an exit code; not a bug. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, code: number = exitCode.usage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = code;
  }
}

/** What the file system refused, in words. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ENOENT: "no such file or folder",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EEXIST: "it exists already",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "too many links",
  EMFILE: "too many open files",
};

/** What the file system says by an error, in words. */
export function refusalText(error: NodeJS.ErrnoException): string {
  return refusals[error.code ?? ""] ?? error.message;
}

/** What the file system refused to a command, as a message; undefined when it was something else. */
export function asRefusal(error: unknown): CommandError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const refusal = refusals[error.code];
  if (refusal === undefined) return undefined;
  const path = "path" in error && typeof error.path === "string" ? error.path : "the file";
  return new CommandError(`Cannot use ${path}: ${refusal}.`, exitCode.usage, { cause: error });
}

/** Whatever ended a command, as a message: the world's refusals are the user's to mend, the rest are bugs. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const refusal = asRefusal(error);
  if (refusal !== undefined) return refusal;
  const message = error instanceof Error ? error.message : String(error);
  const text = `This is a bug of toolkiln: ${message}\nRun again with --verbose to see where it happened.`;
  return new CommandError(text, exitCode.bug, { cause: error });
}
