import type { BigIntStats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { GitError } from "./git-program.js";

/** Longer than the clock tick of common kernels, which limits the resolution of change times (ctime); in milliseconds. */
const clockTickMs = 20;

/** Change times by path, device and inode. */
type Entries = Map<string, bigint>;

/**
 * A fingerprint of folders and everything below them; undefined while they keep changing. Two equal fingerprints mean that
 * nothing was added, removed or replaced in between, because that changes a ctime or an inode. Throws when a folder,
 * one of its parents or anything in it is a link.
 */
export function stateOf(root: string, folders: readonly string[]): Promise<string | undefined> {
  return stableState(async (entries) => {
    const addFolder = async (folder: string): Promise<void> => {
      const state = await add(folder, entries);
      if (state === undefined) throw new Error("The folder was deleted.");
      if (!state.isDirectory()) throw linkError(root, folder);
    };
    for (const folder of folders) {
      for (const step of stepsTo(root, relative(root, folder).split(sep))) await addFolder(step);
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isDirectory()) await addFolder(path);
        else if (!entry.isFile()) throw linkError(root, path);
      }
    }
  });
}

/**
 * A fingerprint of files and their parent folders; undefined while they keep changing. Two equal fingerprints mean that
 * none of them was replaced in between. Throws when a name is not UTF-8, because Node cannot stat such a file.
 */
export async function stateOfFiles(root: string, files: readonly string[]): Promise<string | undefined> {
  const unreadable = files.find((file) => file.includes("\uFFFD"));
  if (unreadable !== undefined) {
    throw new GitError(
      `The name '${unreadable}' is not UTF-8, so toolkiln cannot detect when a link replaces it. ` +
        "Rename it, or pass other paths if the tool accepts paths.",
    );
  }
  const steps = new Set(files.flatMap((file) => stepsTo(root, file.split("/"))));
  return stableState(async (entries) => {
    for (const path of steps) {
      // A missing file can appear and disappear again; only the ctime of its folder shows that.
      if ((await add(path, entries)) === undefined) await add(dirname(path), entries);
    }
  });
}

/** The path below `root` and all its parents. */
function stepsTo(root: string, parts: readonly string[]): string[] {
  return parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}

async function add(path: string, entries: Entries): Promise<BigIntStats | undefined> {
  const state = await lstat(path, { bigint: true }).catch(() => undefined);
  entries.set(`${path} ${state?.dev ?? ""} ${state?.ino ?? ""}`, state?.ctimeNs ?? 0n);
  return state;
}

async function stableState(fill: (entries: Entries) => Promise<void>): Promise<string | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const entries: Entries = new Map();
    try {
      await fill(entries);
    } catch (error) {
      if (error instanceof GitError) throw error;
      return undefined;
    }
    const newest = [...entries.values()].reduce((a, b) => (a > b ? a : b), 0n);
    const age = Date.now() - Number(newest / 1_000_000n);
    if (age < 0 || age >= clockTickMs) return [...entries].map(([key, time]) => `${key} ${time}`).join("\n");
    await setTimeout(clockTickMs);
  }
  return undefined;
}

function linkError(root: string, path: string): GitError {
  return new GitError(
    `'${relative(root, path)}' is a link, or neither a file nor a folder. A link in a git folder can lead to another ` +
      "repository. Replace it with its target.",
  );
}
