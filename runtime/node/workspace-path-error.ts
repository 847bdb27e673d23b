const texts = {
  invalid_path: "Path is not valid",
  path_exists: "Path already exists",
  path_not_allowed: "Path cannot be used",
  path_not_found: "Path does not exist",
  path_outside_workspace: "Path is outside the workspace",
};

/** Why a path cannot be used. */
export type WorkspacePathProblem = keyof typeof texts;

/** An invalid path. The message contains the path as given, never its target. */
export class WorkspacePathError extends Error {
  override readonly name = "WorkspacePathError";
  readonly code: WorkspacePathProblem;
  readonly path: string;

  constructor(code: WorkspacePathProblem, path: string, detail?: string) {
    super(`${detail ?? texts[code]}: ${show(path)}`);
    this.code = code;
    this.path = path;
  }
}

/** A path with control characters escaped, truncated to a readable length. */
function show(path: string): string {
  const visible = path.slice(0, 200).replaceAll(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
  return path.length > 200 ? `${visible}…` : visible;
}

const systemErrors: Readonly<Record<string, readonly [WorkspacePathProblem, detail?: string]>> = {
  ENOENT: ["path_not_found"],
  EEXIST: ["path_exists"],
  ENAMETOOLONG: ["invalid_path", "Path is too long"],
  ELOOP: ["path_not_allowed", "Path contains a link or has changed"],
  ENOTDIR: ["path_not_allowed", "A parent of the path is not a directory"],
  EISDIR: ["path_not_allowed", "Path is a directory"],
  ENXIO: ["path_not_allowed", "Path is not a regular file"],
  ENODEV: ["path_not_allowed", "Path is not a regular file"],
  EACCES: ["path_not_allowed", "Permission denied for the path"],
  EPERM: ["path_not_allowed", "Permission denied for the path"],
};

/** Converts file system errors, hiding what is outside the workspace; returns unknown errors unchanged. */
export function pathErrorOf(error: unknown, path: string): unknown {
  const found = systemErrors[codeOf(error) ?? ""];
  return found === undefined ? error : new WorkspacePathError(found[0], path, found[1]);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
