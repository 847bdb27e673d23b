import { createHash } from "node:crypto";
import { measure } from "./content-hash.js";
import { stateOfFiles } from "./folder-state.js";
import { ChangedMeanwhileError, GitError } from "./git-error.js";
import { literalPaths, type Repository } from "./git.js";

interface ChangedFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** The hash of the content in the index. */
  readonly object: string;
}

/**
 * Prepares the comparison of the working tree with the index. An index is a file that anybody can write: one that names
 * files outside the workspace is refused. Files of Git LFS that have not changed are marked so in the private index.
 */
export async function prepareWorkingTree(repository: Repository): Promise<void> {
  const changed = await changedFiles(repository);
  const strange = changed.find(({ path }) => !isPlain(path));
  if (strange !== undefined) {
    throw new GitError(`The index names '${strange.path}', which is not a file of the workspace.`);
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

/** Bytes of names up to which git prints all of them before the first change, however long its output is. */
const maxNameBytes = 4_000_000;

/**
 * A diff with files of the working tree. Git reads them by their paths, so a folder that is swapped for a link could lead it
 * out of the workspace: the diff counts only when it shows no other files than expected, and none of those was swapped.
 */
export async function diffOfFiles(
  { git, workspace }: Repository,
  expected: readonly string[],
  args: readonly string[],
): Promise<string> {
  if (expected.reduce((sum, name) => sum + 100 + 4 * Buffer.byteLength(name), 0) > maxNameBytes) {
    throw new GitError("Too many files have changed. Name the paths to compare.");
  }
  const before = await stateOfFiles(workspace.root, expected);
  const output = await git(["diff", "--raw", "--patch", ...args], { mayBeCut: true });
  const after = await stateOfFiles(workspace.root, expected);
  // The list of files ends with an empty line.
  const end = output.indexOf("\n\n");
  const list = end < 0 ? output : output.slice(0, end);
  const names = list
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => line.split("\t").slice(1).map(unquoted));
  const known = new Set(expected);
  const isSteady = before !== undefined && before === after && names.every((name) => known.has(name));
  if (!isSteady) throw new ChangedMeanwhileError();
  return end < 0 ? "" : output.slice(end + 2);
}

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
};

/** A name as git prints it in a list: in quotes and with escapes when it holds quotes or control characters. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  return name
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8)) : (escapes[code] ?? code),
    );
}

/** Whether a path, as an index holds it, can only be a file below the folder that it starts from. */
function isPlain(path: string): boolean {
  if (process.platform === "win32" && /[\\:]/.test(path)) return false;
  return path.split("/").every((part) => !/^(\.{0,2}|\.git)$/i.test(part));
}

/**
 * Git LFS keeps a pointer in the index where the working tree has the content, and a filter turns one into the other.
 * The filter does not run here, so files that git takes for changed are compared with their pointers.
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

/** The files to which the attributes of the repository give the filter of Git LFS. */
async function filesOfLfs({ git }: Repository, changed: readonly ChangedFile[]): Promise<ChangedFile[]> {
  if (changed.length === 0) return [];
  const stdin = changed.map(({ path }) => `${path}\0`).join("");
  const fields = (await git(["check-attr", "-z", "--stdin", "filter"], { stdin })).split("\0");
  return changed.filter((_, index) => fields[index * 3 + 2] === "lfs");
}

/** The hash that git gives to the pointer of a file; undefined when the file cannot be read. */
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
