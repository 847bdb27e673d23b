import { createWriteStream } from "node:fs";
import { mkdir, readFile, realpath, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join, parse, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Workspace } from "@toolkiln/runtime/node";
import { GitError, type Git, type StartGit } from "./git-program.js";
import { maxConfigurationBytes, type RepositoryPaths } from "./find-repository.js";
import { isInside } from "./workspace.js";

/** Files of the current working tree, and those that all working trees share. */
const ownFiles = ["HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "index", "logs/HEAD"];
const sharedFiles = ["packed-refs", "shallow", "info/exclude", "info/attributes"];

/** Folders that are too large to copy; they contain no configuration. */
const borrowedFolders = ["objects", "refs", "logs/refs"];

const maxFileBytes = 512 * 1024 * 1024;

/** The existing folders that a private repository links to. */
export async function foldersOf({ commonFolder }: RepositoryPaths): Promise<string[]> {
  const folders = borrowedFolders.map((name) => join(commonFolder, name));
  const kinds = await Promise.all(folders.map((folder) => stat(folder).catch(() => undefined)));
  return folders.filter((_, index) => kinds[index] !== undefined);
}

/**
 * Turns a new folder into a private git folder with the commits, branches and index of a repository but our own
 * configuration. Returns the git that uses it.
 */
export async function openPrivateRepository(
  folder: string,
  paths: RepositoryPaths,
  workspace: Workspace,
  start: StartGit,
): Promise<Git> {
  const isOwn = isInside(workspace.root, paths.gitFolder);
  const allowed = isOwn ? workspace : await Workspace.open(parse(workspace.root).root);
  await borrow(folder, paths, allowed);
  await writeConfiguration(folder, { isBare: true, objectFormat: "sha1" });
  const settings = await readSettings(folder, paths, allowed, start);
  const isBare =
    paths.workingTree === undefined || (settings.isBare && paths.gitFolder === paths.commonFolder);
  await writeConfiguration(folder, { ...settings, isBare });
  const variables = settings.harmless.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return start({
    ...(isBare ? {} : { GIT_WORK_TREE: paths.workingTree }),
    GIT_CONFIG_COUNT: String(settings.harmless.length),
    ...Object.fromEntries(variables),
  });
}

async function borrow(folder: string, paths: RepositoryPaths, allowed: Workspace): Promise<void> {
  for (const name of ["info", "logs"]) await mkdir(join(folder, name));
  for (const source of await foldersOf(paths)) {
    await symlink(source, join(folder, relative(paths.commonFolder, source)), "junction");
  }
  const names = await allowed.list(paths.gitFolder);
  // A split index refers to files beside it.
  const indexParts = names.filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name));
  for (const name of [...ownFiles, ...indexParts]) {
    await copy(allowed, join(paths.gitFolder, name), join(folder, name));
  }
  for (const name of sharedFiles) await copy(allowed, join(paths.commonFolder, name), join(folder, name));
}

/** Copies a file if it exists, without following links out of `allowed`. */
async function copy(
  allowed: Workspace,
  source: string,
  target: string,
  maxBytes = maxFileBytes,
): Promise<void> {
  if ((await stat(source).catch(() => undefined)) === undefined) return;
  const file = await allowed.openForReading(source);
  const { size, mtimeMs } = await file.stat();
  if (size > maxBytes) {
    await file.close();
    throw new GitError(`'${allowed.relative(source)}' is too large: ${size} bytes.`);
  }
  await pipeline(file.createReadStream({ end: maxBytes }), createWriteStream(target));
  // Git rereads files that are newer than the index, so the copy keeps the time of the original.
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(target, seconds, seconds);
}

/** Reads the repository's configuration as a list of values, without applying it. */
async function readSettings(
  folder: string,
  paths: RepositoryPaths,
  allowed: Workspace,
  start: StartGit,
): Promise<RepositorySettings> {
  const file = join(folder, "settings");
  await writeFile(file, "");
  await copy(allowed, join(paths.commonFolder, "config"), file, maxConfigurationBytes);
  const listing = await start({})(["config", "--file", file, "--no-includes", "--list", "-z"]);
  const head = await readFile(join(folder, "HEAD"), "utf8").catch(() => "");
  const settings = pickSettings(listing, head);
  const { claimedTree } = settings;
  if (claimedTree !== undefined && paths.gitFolder === paths.commonFolder) {
    const claimed = await realpath(resolve(paths.gitFolder, claimedTree)).catch(() => undefined);
    if (claimed !== paths.workingTree) {
      throw new GitError("The repository has another working tree (core.worktree).");
    }
  }
  return settings;
}

/** Writes the configuration that git reads instead of the repository's. */
async function writeConfiguration(
  folder: string,
  { isBare, objectFormat }: Pick<RepositorySettings, "isBare" | "objectFormat">,
): Promise<void> {
  const lines = [
    "[core]",
    `repositoryFormatVersion = ${objectFormat === "sha1" ? 0 : 1}`,
    `bare = ${isBare}`,
    "quotePath = false",
    ...(objectFormat === "sha1" ? [] : ["[extensions]", `objectFormat = ${objectFormat}`]),
  ];
  await writeFile(join(folder, "config"), `${lines.join("\n")}\n`);
}

/** The settings that are copied from a repository's configuration. */
interface RepositorySettings {
  readonly isBare: boolean;
  readonly objectFormat: "sha1" | "sha256";
  /** The configured working tree (`core.worktree`). */
  readonly claimedTree: string | undefined;
  /** How files are compared and which branch is the upstream; none of these values can name a program. */
  readonly harmless: readonly (readonly [key: string, value: string])[];
}

const yesOrNo = /^(true|false|yes|no|on|off|0|1)$/i;

const comparison: ReadonlyMap<string, RegExp> = new Map([
  ["core.filemode", yesOrNo],
  ["core.symlinks", yesOrNo],
  ["core.ignorecase", yesOrNo],
  ["core.precomposeunicode", yesOrNo],
  ["core.trustctime", yesOrNo],
  ["core.checkstat", /^(default|minimal)$/i],
  ["core.autocrlf", /^(true|false|yes|no|on|off|0|1|input)$/i],
  ["core.eol", /^(lf|crlf|native)$/i],
]);

/** Repository extensions that do not change how commits, branches and files are read. */
const knownExtensions: ReadonlyMap<string, RegExp> = new Map([
  ["extensions.noop", /^/],
  ["extensions.preciousobjects", /^/],
  ["extensions.partialclone", /^/],
  ["extensions.worktreeconfig", /^/],
  ["extensions.relativeworktrees", /^/],
  ["extensions.objectformat", /^sha(1|256)$/i],
  ["extensions.refstorage", /^files$/i],
]);

/** Picks the needed settings from the output of `git config --list -z`; `head` is the content of `HEAD`. */
function pickSettings(listing: string, head: string): RepositorySettings {
  const settings = listing.split("\0").filter(Boolean).map(splitSetting);
  const last = (key: string): string | undefined => settings.findLast(([name]) => name === key)?.[1];
  const unknown = settings.find(
    ([key, value]) => key.startsWith("extensions.") && knownExtensions.get(key)?.test(value) !== true,
  );
  if (unknown !== undefined) {
    throw new GitError(`The repository has the extension '${unknown.join("=")}', which is not supported.`);
  }
  return {
    isBare: /^(true|yes|on|1)$/i.test(last("core.bare") ?? ""),
    objectFormat: last("extensions.objectformat")?.endsWith("256") === true ? "sha256" : "sha1",
    claimedTree: last("core.worktree"),
    harmless: [
      ...settings.filter(([key, value]) => comparison.get(key)?.test(value) === true),
      ...upstreamOf(settings, last, head),
    ],
  };
}

type Setting = readonly [key: string, value: string];

/** Splits a key and its value; a key without a value means `true`. */
function splitSetting(entry: string): Setting {
  const end = entry.indexOf("\n");
  return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}

/** The upstream of the current branch. The remote is never contacted, so its URL is omitted. */
function upstreamOf(
  settings: readonly Setting[],
  last: (key: string) => string | undefined,
  head: string,
): readonly Setting[] {
  const branch = /^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  const remote = last(`branch.${branch ?? ""}.remote`);
  const merge = last(`branch.${branch ?? ""}.merge`);
  if (remote === undefined || merge === undefined) return [];
  if (!/^[\w.][\w./-]*$/.test(remote) || !/^refs\/\S+$/.test(merge)) return [];
  const fetched = settings.filter(
    ([key, value]) => key === `remote.${remote}.fetch` && /^[+^]?refs\/\S+$/.test(value),
  );
  return [[`branch.${branch ?? ""}.remote`, remote], [`branch.${branch ?? ""}.merge`, merge], ...fetched];
}
