import { fileErrorReason } from "@toolkiln/generator/node-host";

/** An error that the project's author can fix; not a bug. */
export class ProjectError extends Error {
  override readonly name = "ProjectError";
}

/** A file system error as a readable message; undefined for other errors. */
export function asFileError(error: unknown): ProjectError | undefined {
  const reason = fileErrorReason(error);
  if (reason === undefined) return undefined;
  const path =
    error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : "the file";
  return new ProjectError(`Cannot use ${path}: ${reason}.`, { cause: error });
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
