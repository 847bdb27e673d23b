/** Why a path cannot be used. */
export type WorkspacePathProblem =
  | "invalid_path"
  | "path_exists"
  | "path_not_allowed"
  | "path_not_found"
  | "path_outside_workspace";

const texts: Readonly<Record<WorkspacePathProblem, string>> = {
  invalid_path: "Path is not valid",
  path_exists: "Path exists already",
  path_not_allowed: "Path cannot be used",
  path_not_found: "Path does not exist",
  path_outside_workspace: "Path is outside the workspace",
};

/** A path that cannot be used. It names the path as it was given, never what lies behind it. */
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

/** A path with its control characters made visible, cut to a length that can be read. */
function show(path: string): string {
  const visible = path.slice(0, 200).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
  return path.length > 200 ? `${visible}…` : visible;
}

/** What the errors of the file system mean for a path. */
const meanings: Readonly<Record<string, readonly [WorkspacePathProblem, detail?: string]>> = {
  ENOENT: ["path_not_found"],
  EEXIST: ["path_exists"],
  ENAMETOOLONG: ["invalid_path", "Path is too long"],
  ELOOP: ["path_not_allowed", "Path leads over something that is no directory"],
  ENOTDIR: ["path_not_allowed", "Path leads over something that is no directory"],
  EISDIR: ["path_not_allowed", "Path is a directory"],
  ENXIO: ["path_not_allowed", "Path is not a regular file"],
  ENODEV: ["path_not_allowed", "Path is not a regular file"],
  EACCES: ["path_not_allowed", "Path may not be accessed"],
  EPERM: ["path_not_allowed", "Path may not be accessed"],
};

/** Turns what the file system threw into an error that says nothing of the outside; passes on what it does not know. */
export function pathErrorOf(error: unknown, path: string): unknown {
  const meaning = meanings[codeOf(error) ?? ""];
  return meaning === undefined ? error : new WorkspacePathError(meaning[0], path, meaning[1]);
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
