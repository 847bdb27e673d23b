import { existsSync } from "node:fs";
import { mkdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join, parse, relative } from "node:path";
import { Workspace } from "@toolkiln/runtime/node";
import { GitError, type Git, type CreateGit } from "./git-program.js";
import type { RepositoryPaths } from "./find-repository.js";
import { isInside } from "./workspace.js";

/** Files of the current working tree, and those that all working trees share. */
const ownFiles = ["HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "index", "logs/HEAD"];
const sharedFiles = ["packed-refs", "shallow", "info/exclude", "info/attributes"];

/** Folders that are too large to copy; they contain no configuration. */
const borrowedFolders = ["objects", "refs", "logs/refs"];

/** The size limit of a copied file. */
const maxBytes = 512 * 1024 * 1024;

/** The existing folders that a private repository links to. */
export function foldersOf({ commonFolder }: RepositoryPaths): string[] {
  return borrowedFolders.map((name) => join(commonFolder, name)).filter((folder) => existsSync(folder));
}

/**
 * Turns a new folder into a private git folder with the commits, branches and index of a repository but our own
 * configuration. Returns a `Git` that uses it.
 */
export async function openPrivateRepository(
  folder: string,
  paths: RepositoryPaths,
  workspace: Workspace,
  createGit: CreateGit,
): Promise<Git> {
  const isOwn = isInside(workspace.root, paths.gitFolder);
  const allowed = isOwn ? workspace : await Workspace.open(parse(workspace.root).root);
  await borrow(folder, paths, allowed);
  const settings = await readSettings(folder, paths, allowed, createGit);
  const variables = settings.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return createGit({
    GIT_WORK_TREE: paths.workingTree,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(variables),
  });
}

async function borrow(folder: string, paths: RepositoryPaths, allowed: Workspace): Promise<void> {
  for (const name of ["info", "logs"]) await mkdir(join(folder, name));
  for (const source of foldersOf(paths)) {
    await symlink(source, join(folder, relative(paths.commonFolder, source)), "junction");
  }
  for (const name of ownFiles) await copy(allowed, join(paths.gitFolder, name), join(folder, name));
  for (const name of sharedFiles) await copy(allowed, join(paths.commonFolder, name), join(folder, name));
}

/** Copies a file if it exists, without following links out of `allowed`. */
async function copy(allowed: Workspace, source: string, target: string): Promise<void> {
  const stats = await stat(source).catch(() => undefined);
  if (stats === undefined) return;
  const bytes = await allowed.readFile(source, { maxBytes: maxBytes + 1 });
  if (bytes.length > maxBytes) {
    throw new GitError(`'${allowed.relative(source)}' has more than ${maxBytes} bytes.`);
  }
  await writeFile(target, bytes);
  // Git rereads files that are newer than the index, so the copy keeps the time of the original.
  const seconds = Math.floor(stats.mtimeMs / 1000);
  await utimes(target, seconds, seconds);
}

type Setting = readonly [key: string, value: string];

/** How files are compared; none of these values can name a program. */
const comparison =
  /^core\.((filemode|symlinks|ignorecase|precomposeunicode|trustctime|autocrlf)=(true|false|yes|no|on|off|0|1)|autocrlf=input|checkstat=(default|minimal)|eol=(lf|crlf|native))$/i;

/** Repository extensions that do not change how commits, branches and files are read. */
const knownExtension =
  /^extensions\.((noop|preciousobjects|partialclone|worktreeconfig|relativeworktrees)=|objectformat=sha1$|refstorage=files$)/i;

/** Picks harmless settings from the repository's configuration. git prints a copy of that file and never applies it. */
async function readSettings(
  folder: string,
  paths: RepositoryPaths,
  allowed: Workspace,
  createGit: CreateGit,
): Promise<readonly Setting[]> {
  const file = join(folder, "settings");
  await writeFile(file, "");
  await copy(allowed, join(paths.commonFolder, "config"), file);
  const listing = await createGit({})(["config", "--file", file, "--no-includes", "--list", "-z"]);
  const settings = listing.split("\0").filter(Boolean).map(splitSetting);
  const unknown = settings.find(
    ([key, value]) => key.startsWith("extensions.") && !knownExtension.test(`${key}=${value}`),
  );
  if (unknown !== undefined) {
    throw new GitError(`The repository has the extension '${unknown.join("=")}', which is not supported.`);
  }
  const head = await readFile(join(folder, "HEAD"), "utf8").catch(() => "");
  return [
    ["core.quotePath", "false"],
    ...settings.filter(([key, value]) => comparison.test(`${key}=${value}`)),
    ...upstreamOf(settings, head),
  ];
}

/** Splits a key and its value; a key without a value means `true`. */
function splitSetting(entry: string): Setting {
  const end = entry.indexOf("\n");
  return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}

/** The upstream of the current branch. The remote is never contacted, so its URL is omitted. */
function upstreamOf(settings: readonly Setting[], head: string): readonly Setting[] {
  const branch = `branch.${/^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1] ?? ""}`;
  const last = (key: string): string => settings.findLast(([name]) => name === key)?.[1] ?? "";
  const [remote, merge] = [last(`${branch}.remote`), last(`${branch}.merge`)];
  if (!/^[\w.][\w./-]*$/.test(remote) || !/^refs\/\S+$/.test(merge)) return [];
  const fetched = settings.filter(
    ([key, value]) => key === `remote.${remote}.fetch` && /^[+^]?refs\/\S+$/.test(value),
  );
  return [[`${branch}.remote`, remote], [`${branch}.merge`, merge], ...fetched];
}
