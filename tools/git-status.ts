import { gitStatus, type GitStatusData } from "../generated/tools/git-status.js";
import { withRepository, type Repository } from "./support/git.js";
import { prepareWorkingTree, readConsistently } from "./support/working-tree.js";

type Change = GitStatusData["staged"][number];

export const tool = gitStatus.implement((_params, context) =>
  withRepository(context, async (repository) => {
    await prepareWorkingTree(repository);
    const prefix = (await repository.git(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
    const status = await readStatus(repository, prefix);
    const expected = foldersOf(status);
    // Only folders can have been replaced by links.
    if (expected.length === 0) return status;
    const consistent = await readConsistently(repository.workspace.root, expected, async () => {
      const again = await readStatus(repository, prefix);
      return { status: again, names: foldersOf(again) };
    });
    return consistent.status;
  }),
);

async function readStatus({ git }: Repository, prefix: string): Promise<GitStatusData> {
  const output = await git([
    "status",
    "--porcelain=v2",
    "--branch",
    "-z",
    "--untracked-files=all",
    // Inspecting a submodule would start another git with the configuration of the submodule.
    "--ignore-submodules=dirty",
    // Only files in the workspace, which may be a subfolder of the repository.
    "--",
    ".",
  ]);
  return parseStatus(output, prefix);
}

/** The folders of the workspace in which git found changed or untracked files. */
function foldersOf({ modified, untracked }: GitStatusData): string[] {
  const paths = [...modified.map(({ path }) => path), ...untracked];
  // An untracked repository is a folder and ends with a slash.
  const folders = paths
    .filter((path) => path.includes("/"))
    .map((path) => path.slice(0, path.lastIndexOf("/")));
  return [...new Set(folders)];
}

/**
 * Parses `git status --porcelain=v2 -z`. Its names are relative to the repository's root; `prefix` is the path from there to
 * the workspace.
 */
function parseStatus(output: string, prefix: string): GitStatusData {
  const records = output.split("\0");
  const status: GitStatusData = {
    branch: null,
    head: null,
    ahead: 0,
    behind: 0,
    staged: [],
    modified: [],
    untracked: [],
    conflicts: [],
    isClean: true,
  };
  for (let index = 0; index < records.length; index++) {
    const record = records[index] ?? "";
    if (record.startsWith("# ")) readHeader(status, record.slice(2));
    else if (record.startsWith("1 ")) readChange(status, fieldsOf(record, 8, prefix));
    // The next record is the old path of a renamed file.
    else if (record.startsWith("2 "))
      readChange(status, fieldsOf(record, 9, prefix), records[++index]?.slice(prefix.length));
    else if (record.startsWith("u ")) status.conflicts.push(fieldsOf(record, 10, prefix).path);
    else if (record.startsWith("? ")) status.untracked.push(record.slice(2 + prefix.length));
  }
  const { staged, modified, untracked, conflicts } = status;
  status.isClean = staged.length + modified.length + untracked.length + conflicts.length === 0;
  return status;
}

function readHeader(status: GitStatusData, header: string): void {
  const [name, ...rest] = header.split(" ");
  const value = rest.join(" ");
  if (name === "branch.oid" && value !== "(initial)") status.head = value;
  if (name === "branch.head" && value !== "(detached)") status.branch = value;
  if (name === "branch.upstream") status.upstream = value;
  const distance = name === "branch.ab" ? /^\+(\d+) -(\d+)$/.exec(value) : null;
  if (distance !== null) {
    status.ahead = Number(distance[1]);
    status.behind = Number(distance[2]);
  }
}

/** The two states of a record and its path below the prefix; the path may contain spaces. */
function fieldsOf(record: string, spaces: number, prefix: string) {
  let start = 0;
  for (let count = 0; count < spaces; count++) start = record.indexOf(" ", start) + 1;
  return { index: record.charAt(2), tree: record.charAt(3), path: record.slice(start + prefix.length) };
}

function readChange(
  status: GitStatusData,
  { index, tree, path }: ReturnType<typeof fieldsOf>,
  from?: string,
): void {
  const origin = from === undefined ? {} : { from };
  const staged = changes[index];
  const modified = changes[tree];
  if (staged !== undefined) status.staged.push({ path, change: staged, ...origin });
  if (modified !== undefined) status.modified.push({ path, change: modified });
}

const changes: Readonly<Record<string, Change["change"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};
