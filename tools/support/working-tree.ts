import { createHash } from "node:crypto";
import { measure, type Measured } from "./content-hash.js";
import { stateOfFiles } from "./folder-state.js";
import { ConcurrentChangeError, GitError, maxGitOutputBytes } from "./git-program.js";
import { literalPaths, type Repository } from "./git.js";

/** A changed file. `names` are relative to the workspace; a renamed or copied file has two. */
interface ChangedFile {
  readonly names: readonly string[];
  /** The hash of the old content. */
  readonly object: string;
}

/** Compares files of the workspace with `git diff`. */
export async function changedFiles({ git }: Repository, args: readonly string[]): Promise<ChangedFile[]> {
  return parseRaw(await git(["diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative", ...args]));
}

/** Parses `git diff --raw -z`. */
function parseRaw(output: string): ChangedFile[] {
  const fields = output.split("\0");
  const changed: ChangedFile[] = [];
  for (let index = 0; index + 1 < fields.length;) {
    const entry = fields[index] ?? "";
    const next = index + (/ [RC]\d*$/.test(entry) ? 3 : 2);
    changed.push({ names: fields.slice(index + 1, next), object: entry.split(" ")[2] ?? "" });
    index = next;
  }
  return changed;
}

/**
 * Prepares the comparison of the working tree with the index. The index is not trusted: throws if it
 * contains files outside the workspace. Unchanged Git LFS files are marked as unchanged in the private index.
 */
export async function prepareWorkingTree(repository: Repository): Promise<void> {
  const changed = await changedFiles(repository, [
    "--ignore-submodules=all",
    "--",
    ...literalPaths(repository, ["."]),
  ]);
  const foreign = changed.flatMap(({ names }) => names).find((name) => !isInWorkingTree(name));
  if (foreign !== undefined) {
    throw new GitError(`The index contains '${foreign}', which is not a file in the workspace.`);
  }
  await skipUnchangedLargeFiles(repository, changed);
}

/** The list of changed files is at the beginning, so it must fit into the first half of a truncated output. */
const maxListBytes = maxGitOutputBytes / 2;

/** The longest entry of the list without its name: two modes, two hashes of 64 digits and the change. */
const maxEntryBytes = 160;

/** A diff with the working tree; throws if it contains other files than expected. */
export async function diffOfFiles(
  { git, workspace }: Repository,
  expected: readonly string[],
  args: readonly string[],
): Promise<string> {
  if (Buffer.byteLength(expected.join("")) + expected.length * maxEntryBytes > maxListBytes) {
    throw new GitError("Too many files have changed. Pass the paths to compare.");
  }
  const { content } = await readConsistently(workspace.root, expected, async () => {
    const output = await git(["diff", "--raw", "--patch", "-z", ...args], { mayTruncate: true });
    // The list of files ends with an empty name.
    const end = output.indexOf("\0\0");
    const names = parseRaw(output.slice(0, end + 1)).flatMap((file) => file.names);
    return { names, content: end < 0 ? "" : output.slice(end + 2) };
  });
  return content;
}

/**
 * Reads the working tree. Git opens files by path, so a folder that was replaced by a link could lead it out of the workspace.
 * The result is therefore valid only if it contains expected files only and none of them was replaced during the read.
 */
export async function readConsistently<Result extends { readonly names: readonly string[] }>(
  root: string,
  expected: readonly string[],
  read: () => Promise<Result>,
): Promise<Result> {
  const before = await stateOfFiles(root, expected);
  const result = await read();
  const after = await stateOfFiles(root, expected);
  const known = new Set(expected);
  const isStable = before !== undefined && before === after;
  if (isStable && result.names.every((name) => known.has(name))) return result;
  throw new ConcurrentChangeError();
}

/** Whether a path in the index is a file inside the working tree. */
function isInWorkingTree(path: string): boolean {
  if (process.platform === "win32" && /[\\:]/.test(path)) return false;
  return path.split("/").every((part) => !/^(\.{0,2}|\.git)$/i.test(part));
}

/**
 * Git LFS stores a pointer in the index and the content in the working tree; a filter converts between them. The filter
 * does not run here, so files that git reports as changed are compared with their pointers.
 */
async function skipUnchangedLargeFiles(
  { git, workspace, signal }: Repository,
  changed: readonly ChangedFile[],
): Promise<void> {
  if (changed.length === 0) return;
  const stdin = changed.flatMap(({ names }) => names.map((name) => `${name}\0`)).join("");
  const fields = (await git(["check-attr", "-z", "--stdin", "filter"], { stdin })).split("\0");
  const unchanged: string[] = [];
  for (const [index, { names, object }] of changed.entries()) {
    const [name = ""] = names;
    if (fields[index * 3 + 2] !== "lfs") continue;
    const file = await measure(workspace, name, signal).catch(() => undefined);
    if (file !== undefined && pointerHash(file) === object) unchanged.push(`${name}\0`);
  }
  if (unchanged.length === 0) return;
  await git(["update-index", "--assume-unchanged", "-z", "--stdin"], { stdin: unchanged.join("") });
}

/** The object hash of a file's LFS pointer. */
function pointerHash({ contentHash, size }: Measured): string {
  const text = `version https://git-lfs.github.com/spec/v1\noid ${contentHash}\nsize ${size}\n`;
  return createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
}
