import { refusalReason } from "@toolkiln/generator/node-host";
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

/** What the file system refused to a command, as a message; undefined when it was something else. */
export function asRefusal(error: unknown): CommandError | undefined {
  const reason = refusalReason(error);
  if (reason === undefined) return undefined;
  return new CommandError(`Cannot use ${pathOf(error) ?? "the file"}: ${reason}.`, exitCode.usage, {
    cause: error,
  });
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
}

/** Whatever ended a command, as a message: the world's refusals are the user's to fix, the rest are bugs. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const refusal = asRefusal(error);
  if (refusal !== undefined) return refusal;
  const message = error instanceof Error ? error.message : String(error);
  const text = `This is a bug of toolkiln: ${message}\nRun again with --verbose to see where it happened.`;
  return new CommandError(text, exitCode.bug, { cause: error });
}
