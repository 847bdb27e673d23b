import { refusalReason } from "@toolkiln/generator/node-host";

/** An error in a project, which its author can fix; not a bug. */
export class ProjectError extends Error {
  override readonly name = "ProjectError";
}

/** What the file system refused, as a message; undefined when it was something else. */
export function asRefusal(error: unknown): ProjectError | undefined {
  const reason = refusalReason(error);
  if (reason === undefined) return undefined;
  return new ProjectError(`Cannot use ${pathOf(error) ?? "the file"}: ${reason}.`, { cause: error });
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
}
