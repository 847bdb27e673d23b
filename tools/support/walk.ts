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
    folder = folder === "" ? part : `${folder}/${part}`;
    rules = await rules?.inside(folder);
  }
  yield* walkFolder(options, folder, "", 1, rules);
}

async function* walkFolder(
  options: WalkOptions,
  folder: string,
  prefix: string,
  depth: number,
  rules: IgnoreRules | undefined,
): AsyncGenerator<WalkedEntry> {
  const { workspace, signal, maxDepth = Number.POSITIVE_INFINITY } = options;
  signal.throwIfAborted();
  for (const name of await namesIn(workspace, folder, prefix === "")) {
    const workspacePath = folder === "" ? name : `${folder}/${name}`;
    const stats = await lstat(join(workspace.root, workspacePath)).catch(() => undefined);
    const type = stats && typeOf(stats);
    if (stats === undefined || type === undefined) continue;
    if (rules?.ignores(type === "directory" ? `${workspacePath}/` : workspacePath)) continue;
    const path = prefix === "" ? name : `${prefix}/${name}`;
    yield { path, workspacePath, type, size: stats.size, modified: stats.mtime };
    if (type === "directory" && depth < maxDepth) {
      yield* walkFolder(options, workspacePath, path, depth + 1, await rules?.inside(workspacePath));
    }
  }
}

/** The names in a folder. An unreadable subfolder is skipped; an unreadable start folder throws. */
async function namesIn(workspace: Workspace, folder: string, isStart: boolean): Promise<readonly string[]> {
  try {
    return await workspace.list(folder === "" ? "." : folder);
  } catch (error) {
    if (isStart) throw error;
    return [];
  }
}

function typeOf(stats: Stats): WalkedEntry["type"] | undefined {
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : undefined;
}
