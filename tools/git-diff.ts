import { join } from "node:path";
import { ToolResult } from "@toolkiln/runtime";
import { gitDiff } from "../generated/tools/git-diff.js";
import { GitError } from "./support/git-program.js";
import { commitsOf, literalPaths, withRepository, type Repository } from "./support/git.js";
import { isSensitive } from "./support/sensitive-files.js";
import { diffOfFiles, prepareWorkingTree } from "./support/working-tree.js";

/** Files that can be left out by naming them on a command line. */
const maxLeftOut = 1000;

export const tool = gitDiff.implement((params, context) =>
  withRepository(context, async (repository) => {
    const { staged, from, to, paths = [], includeSensitive, contextLines } = params;
    const showsWorkingTree = !staged && to === undefined;
    if (showsWorkingTree) await prepareWorkingTree(repository);
    const commits = await commitsOf(
      repository,
      [from, to].filter((revision) => revision !== undefined),
    );
    const options = [
      // Other tools take names from the workspace, which may lie below the repository's root.
      "--relative",
      // The commit that a submodule has checked out can be that of a repository outside the workspace.
      `--ignore-submodules=${showsWorkingTree ? "all" : "dirty"}`,
      ...(staged ? ["--cached"] : []),
      // In a conflict, a diff with our side, as for every other file.
      ...(showsWorkingTree && from === undefined ? ["--ours"] : []),
    ];
    // A repository may be larger than the workspace; what lies around it is not shown.
    const files = literalPaths(repository, paths.length === 0 ? ["."] : paths);
    const compared = [...commits, "--", ...files];
    const names = await changedNames(repository, [...options, "--no-renames", ...compared]);
    const left = includeSensitive ? [] : await sensitiveOf(repository, names);
    const without = left.map((name) => `:(exclude,literal)${name}`);
    const shown = [...options, `--unified=${contextLines}`, ...compared, ...without];
    const data = {
      content: showsWorkingTree
        ? await diffOfFiles(repository, names, shown)
        : await repository.git(["diff", ...shown], { mayBeCut: true }),
    };
    return left.length === 0
      ? data
      : ToolResult.succeeded(data, `Left out, for they may hold credentials: ${left.join(", ")}`);
  }),
);

/** The changed files, relative to the workspace. */
async function changedNames({ git }: Repository, args: readonly string[]): Promise<readonly string[]> {
  return (await git(["diff", "--name-only", "-z", ...args])).split("\0").filter(Boolean);
}

/** Those of some files that may hold credentials. */
async function sensitiveOf({ workspace }: Repository, files: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of files) if (await isSensitive(join(workspace.root, name))) names.push(name);
  // A name that is not UTF-8 cannot be passed to git as it is.
  const canBeNamed = names.length <= maxLeftOut && !names.some((name) => name.includes("\uFFFD"));
  if (canBeNamed) return names;
  throw new GitError("Too many changed files may hold credentials. Name the paths to compare.");
}
