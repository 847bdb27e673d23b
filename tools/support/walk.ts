import { lstat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "@toolkiln/runtime/node";
import { ignoreRules, type IgnoreRules } from "./ignore-rules.js";

/** An entry of a folder. */
export interface WalkedEntry {
  /** Relative to the folder that the walk started in, with forward slashes. */
  readonly path: string;
  /** Relative to the workspace. */
  readonly workspacePath: string;
  readonly type: "file" | "directory" | "symlink";
  readonly size: number;
  readonly modified: Date;
}

/** Options of a walk. */
export interface WalkOptions {
  readonly workspace: Workspace;
  /** The folder to start in, relative to the workspace; `.` for the workspace itself. */
  readonly start: string;
  readonly maxDepth?: number;
  readonly includeIgnored?: boolean;
  readonly signal: AbortSignal;
}

/** Walks a folder depth first, sorted by name. Returns links but never follows them. */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkedEntry> {
  let rules = options.includeIgnored === true ? undefined : await ignoreRules(options.workspace);
  let folder = "";
  for (const part of options.start.split("/").filter((name) => name !== "" && name !== ".")) {
    folder = `${folder}${part}/`;
    rules = await rules?.rulesIn(folder.slice(0, -1));
  }
  yield* walkFolder(options, folder, "", options.maxDepth ?? Number.POSITIVE_INFINITY, rules);
}

/** Walks a subfolder of the start folder; both paths are empty or end with a slash. */
async function* walkFolder(
  options: WalkOptions,
  start: string,
  subfolder: string,
  levels: number,
  rules: IgnoreRules | undefined,
): AsyncGenerator<WalkedEntry> {
  const { workspace, signal } = options;
  signal.throwIfAborted();
  // An unreadable subfolder is skipped; an unreadable start folder throws.
  const names = workspace.list(start + subfolder || ".");
  for (const name of subfolder === "" ? await names : await names.catch(() => [])) {
    const path = subfolder + name;
    const workspacePath = start + path;
    const stats = await lstat(join(workspace.root, workspacePath)).catch(() => undefined);
    const type = stats && typeOf(stats);
    if (stats === undefined || type === undefined) continue;
    if (rules?.ignores(type === "directory" ? `${workspacePath}/` : workspacePath)) continue;
    yield { path, workspacePath, type, size: stats.size, modified: stats.mtime };
    if (type !== "directory" || levels <= 1) continue;
    yield* walkFolder(options, start, `${path}/`, levels - 1, await rules?.rulesIn(workspacePath));
  }
}

function typeOf(stats: Stats): WalkedEntry["type"] | undefined {
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : undefined;
}
