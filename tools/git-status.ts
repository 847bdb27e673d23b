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
    // Without folders, a link cannot have replaced one.
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
  return [...new Set(paths.flatMap((path) => /^(.+)\//s.exec(path)?.[1] ?? []))];
}

/**
 * Parses `git status --porcelain=v2 -z`. Its names are relative to the repository's root; `prefix` is the path from there to
 * the workspace.
 */
function parseStatus(output: string, prefix: string): GitStatusData {
  const records = output.split("\0");
  const headers = new Map<string, string>();
  const staged: Change[] = [];
  const modified: Change[] = [];
  const untracked: string[] = [];
  const conflicts: string[] = [];
  for (let index = 0; index < records.length; index++) {
    const fields = (records[index] ?? "").split(" ");
    const [type = "", state = ""] = fields;
    // The last field is the path, which may contain spaces.
    const path = fields
      .slice(pathFields[type] ?? 0)
      .join(" ")
      .slice(prefix.length);
    if (type === "#") headers.set(state, fields.slice(2).join(" "));
    if (type === "?") untracked.push(path);
    if (type === "u") conflicts.push(path);
    if (type !== "1" && type !== "2") continue;
    const [inIndex, inTree] = [changes[state.charAt(0)], changes[state.charAt(1)]];
    // The next record is the old path of a renamed file.
    const origin = type === "2" ? { from: records[++index]?.slice(prefix.length) ?? "" } : {};
    if (inIndex !== undefined) staged.push({ path, change: inIndex, ...origin });
    if (inTree !== undefined) modified.push({ path, change: inTree });
  }
  const [head, branch] = [headers.get("branch.oid"), headers.get("branch.head")];
  const upstream = headers.get("branch.upstream");
  const [, ahead = 0, behind = 0] = /^\+(\d+) -(\d+)$/.exec(headers.get("branch.ab") ?? "") ?? [];
  return {
    branch: branch === undefined || branch === "(detached)" ? null : branch,
    head: head === undefined || head === "(initial)" ? null : head,
    ...(upstream !== undefined && { upstream }),
    ahead: Number(ahead),
    behind: Number(behind),
    staged,
    modified,
    untracked,
    conflicts,
    isClean: [staged, modified, untracked, conflicts].every((list) => list.length === 0),
  };
}

/** The position of the path in each type of record. */
const pathFields: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10, "?": 1 };

const changes: Readonly<Record<string, Change["change"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};
