import { asRefusal, ProjectError } from "@toolkiln/project";
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

/** Whatever ended a command, as a message: what is wrong with the project or the disk is the user's to fix, the rest are bugs. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const known = error instanceof ProjectError ? error : asRefusal(error);
  if (known !== undefined) return new CommandError(known.message, exitCode.usage, { cause: known.cause });
  const message = error instanceof Error ? error.message : String(error);
  const text = `This is a bug of toolkiln: ${message}\nRun again with --verbose to see where it happened.`;
  return new CommandError(text, exitCode.bug, { cause: error });
}
