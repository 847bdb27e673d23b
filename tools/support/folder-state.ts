import type { BigIntStats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { GitError } from "./git-program.js";

/** File systems stamp changes with a clock that may stand still for this long. */
const clockTickMs = 20;

/** What was found, by path and identity, with the time at which it changed last. */
type Entries = Map<string, bigint>;

/**
 * The state of some folders of a workspace, all the way down; undefined when they keep changing. Two equal states mean that
 * nothing was put into the folders, taken out or swapped in between: each such change leaves another change time or another
 * identity. Throws when anything in them or on the way to them is a link.
 */
export function stateOf(root: string, folders: readonly string[]): Promise<string | undefined> {
  return steadyState(async (entries) => {
    for (const folder of folders) await collect(root, folder, entries);
  });
}

/**
 * The state of some files and of the folders on the way to them; undefined when they keep changing. Two equal states mean
 * that none of them was swapped for something else in between. Throws when a name is not UTF-8, because such a file cannot be
 * looked at.
 */
export async function stateOfFiles(root: string, files: readonly string[]): Promise<string | undefined> {
  const unreadable = files.find((file) => file.includes("\uFFFD"));
  if (unreadable !== undefined) throw unreadableName(unreadable);
  const steps = files.flatMap((file) => {
    const parts = file.split("/");
    return parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
  });
  return steadyState(async (entries) => {
    for (const path of new Set(steps)) {
      // What is missing can come and go: only its folder shows that.
      if ((await add(path, entries)) === undefined) await add(dirname(path), entries);
    }
  });
}

async function add(path: string, entries: Entries): Promise<BigIntStats | undefined> {
  const state = await lstat(path, { bigint: true }).catch(() => undefined);
  entries.set(`${path} ${state?.dev ?? ""} ${state?.ino ?? ""}`, state?.ctimeNs ?? 0n);
  return state;
}

function unreadableName(name: string): GitError {
  return new GitError(
    `The name '${name}' is not UTF-8, so a swap of it for a link would not be noticed. ` +
      "Rename it, or name other paths if the tool takes some.",
  );
}

async function steadyState(fill: (entries: Entries) => Promise<void>): Promise<string | undefined> {
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

async function collect(root: string, folder: string, entries: Entries): Promise<void> {
  const parts = relative(root, folder).split(sep).filter(Boolean);
  for (let depth = 1; depth < parts.length; depth++) {
    await addFolder(root, join(root, ...parts.slice(0, depth)), entries);
  }
  await collectBelow(root, folder, entries);
}

async function collectBelow(root: string, folder: string, entries: Entries): Promise<void> {
  await addFolder(root, folder, entries);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collectBelow(root, path, entries);
    else if (!entry.isFile()) throw linkError(root, path);
  }
}

async function addFolder(root: string, folder: string, entries: Entries): Promise<void> {
  const state = await add(folder, entries);
  if (state === undefined) throw new Error("The folder is gone.");
  if (!state.isDirectory()) throw linkError(root, folder);
}

function linkError(root: string, path: string): GitError {
  return new GitError(
    `'${relative(root, path)}' is a link, or neither a file nor a folder. A link in a git folder can lead to another ` +
      "repository. Replace it with what it leads to.",
  );
}
