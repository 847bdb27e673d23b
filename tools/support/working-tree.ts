import { createHash } from "node:crypto";
import { measure } from "./content-hash.js";
import { stateOfFiles } from "./folder-state.js";
import { ConcurrentChangeError, GitError, maxGitOutputBytes } from "./git-program.js";
import { literalPaths, type Repository } from "./git.js";

interface ChangedFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** The hash of the content in the index. */
  readonly object: string;
}

/**
 * Prepares the comparison of the working tree with the index. The index is not trusted: throws if it
 * contains files outside the workspace. Unchanged Git LFS files are marked as unchanged in the private index.
 */
export async function prepareWorkingTree(repository: Repository): Promise<void> {
  const changed = await changedFiles(repository);
  const foreign = changed.find(({ path }) => !isPlain(path));
  if (foreign !== undefined) {
    throw new GitError(`The index contains '${foreign.path}', which is not a file of the workspace.`);
  }
  await skipUnchangedLargeFiles(repository, changed);
}

async function changedFiles(repository: Repository): Promise<ChangedFile[]> {
  const options = ["--raw", "-z", "--no-abbrev", "--no-renames", "--relative", "--ignore-submodules=all"];
  const output = await repository.git(["diff", ...options, "--", ...literalPaths(repository, ["."])]);
  const fields = output.split("\0");
  const changed: ChangedFile[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    changed.push({ path: fields[index + 1] ?? "", object: fields[index]?.split(" ")[2] ?? "" });
  }
  return changed;
}

/** The list of changed files is at the beginning, so it must fit into the first half of a truncated output. */
const maxListBytes = maxGitOutputBytes / 2;

/** The longest entry of the list without its name: two modes, two hashes of 64 digits and the change. */
const maxEntryBytes = 160;

/** A diff with the working tree that shows the expected files only. */
export async function diffOfFiles(
  { git, workspace }: Repository,
  expected: readonly string[],
  args: readonly string[],
): Promise<string> {
  const lengths = expected.map((name) => maxEntryBytes + Buffer.byteLength(name));
  if (lengths.reduce((sum, length) => sum + length, 0) > maxListBytes) {
    throw new GitError("Too many files have changed. Pass the paths to compare.");
  }
  const { content } = await readConsistently(workspace.root, expected, async () => {
    const output = await git(["diff", "--raw", "--patch", "-z", ...args], { mayTruncate: true });
    // The list of files ends with an empty name.
    const end = output.indexOf("\0\0");
    const names = namesOf(output.slice(0, Math.max(end, 0)).split("\0"));
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
  const isConsistent =
    before !== undefined && before === after && result.names.every((name) => known.has(name));
  if (!isConsistent) throw new ConcurrentChangeError();
  return result;
}

/** The names in the fields of `git diff --raw -z`. Renamed and copied files have two. */
function namesOf(fields: readonly string[]): string[] {
  const names: string[] = [];
  for (let index = 0; index < fields.length;) {
    const next = index + (/ [RC]\d*$/.test(fields[index] ?? "") ? 3 : 2);
    names.push(...fields.slice(index + 1, next));
    index = next;
  }
  return names;
}

/** Whether a path in the index is a file inside the working tree. */
function isPlain(path: string): boolean {
  if (process.platform === "win32" && /[\\:]/.test(path)) return false;
  return path.split("/").every((part) => !/^(\.{0,2}|\.git)$/i.test(part));
}

/**
 * Git LFS stores a pointer in the index and the content in the working tree; a filter converts between them. The filter
 * does not run here, so files that git reports as changed are compared with their pointers.
 */
async function skipUnchangedLargeFiles(
  repository: Repository,
  changed: readonly ChangedFile[],
): Promise<void> {
  const unchanged: string[] = [];
  for (const { path, object } of await filesOfLfs(repository, changed)) {
    if ((await pointerHash(repository, path, object.length)) === object) unchanged.push(`${path}\0`);
  }
  if (unchanged.length === 0) return;
  await repository.git(["update-index", "--assume-unchanged", "-z", "--stdin"], {
    stdin: unchanged.join(""),
  });
}

/** The files with the attribute `filter=lfs`. */
async function filesOfLfs({ git }: Repository, changed: readonly ChangedFile[]): Promise<ChangedFile[]> {
  if (changed.length === 0) return [];
  const stdin = changed.map(({ path }) => `${path}\0`).join("");
  const fields = (await git(["check-attr", "-z", "--stdin", "filter"], { stdin })).split("\0");
  return changed.filter((_, index) => fields[index * 3 + 2] === "lfs");
}

/** The object hash of a file's LFS pointer; undefined when the file cannot be read. */
async function pointerHash(
  { workspace, signal }: Repository,
  path: string,
  length: number,
): Promise<string | undefined> {
  const file = await measure(workspace, path, signal).catch(() => undefined);
  if (file?.contentHash === undefined || file.size === undefined) return undefined;
  const text = `version https://git-lfs.github.com/spec/v1\noid ${file.contentHash}\nsize ${file.size}\n`;
  return createHash(length === 40 ? "sha1" : "sha256")
    .update(`blob ${text.length}\0${text}`)
    .digest("hex");
}
