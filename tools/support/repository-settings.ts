import { GitError } from "./git-program.js";

/** A larger configuration of a repository is not read. */
export const maxConfigurationBytes = 10 * 1024 * 1024;

/** What is taken from a repository's configuration. */
export interface RepositorySettings {
  readonly isBare: boolean;
  readonly objectFormat: "sha1" | "sha256";
  /** The working tree that the repository claims, as it is written there. */
  readonly claimedTree: string | undefined;
  /** Values that say how files are compared and which branch is the upstream; none can name a program. */
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

/** Extensions of the format that do not change how commits, branches and files are read. */
const knownExtensions: ReadonlyMap<string, RegExp> = new Map([
  ["extensions.noop", /^/],
  ["extensions.preciousobjects", /^/],
  ["extensions.partialclone", /^/],
  ["extensions.worktreeconfig", /^/],
  ["extensions.relativeworktrees", /^/],
  ["extensions.objectformat", /^sha(1|256)$/i],
  ["extensions.refstorage", /^files$/i],
]);

/**
 * Picks what is needed out of the settings that `git config --list -z` prints. `head` is the content of `HEAD`.
 */
export function pickSettings(listing: string, head: string): RepositorySettings {
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

/** A key and its value; a key alone means that it is true. */
function splitSetting(entry: string): Setting {
  const end = entry.indexOf("\n");
  return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}

/** Where the upstream of the current branch is kept. The remote itself is never contacted, so its address is not taken. */
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
