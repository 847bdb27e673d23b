import { join } from "node:path";
import { ToolResult } from "@toolkiln/runtime";
import { gitDiff } from "../generated/tools/git-diff.js";
import { GitError } from "./support/git-program.js";
import { commitsOf, literalPaths, withRepository, type Repository } from "./support/git.js";
import { isSensitive } from "./support/sensitive-files.js";
import { changedFiles, diffOfFiles, prepareWorkingTree } from "./support/working-tree.js";

/** The maximum number of files to exclude on a command line. */
const maxExcluded = 1000;

export const tool = gitDiff.implement((params, context) =>
  withRepository(context, async (repository) => {
    const { staged, from, to, paths = [], includeSensitive, contextLines } = params;
    const showsWorkingTree = !staged && to === undefined;
    if (showsWorkingTree) await prepareWorkingTree(repository);
    const revisions = [from, to].filter((revision) => revision !== undefined);
    const commits = await commitsOf(repository, revisions);
    const options = [
      // Names relative to the workspace, which may be a subfolder of the repository, as other tools expect them.
      "--relative",
      // The checked-out commit of a submodule can belong to a repository outside the workspace.
      `--ignore-submodules=${showsWorkingTree ? "all" : "dirty"}`,
      ...(staged ? ["--cached"] : []),
      // For conflicts, a diff with our side instead of a combined diff.
      ...(showsWorkingTree && from === undefined ? ["--ours"] : []),
    ];
    // Only files in the workspace, which may be a subfolder of the repository.
    const files = literalPaths(repository, paths.length === 0 ? ["."] : paths);
    const compared = [...commits, "--", ...files];
    const changed = await changedFiles(repository, [...options, ...compared]);
    const names = changed.flatMap((file) => file.names);
    const excluded = includeSensitive ? [] : await sensitiveIn(repository, names);
    const without = excluded.map((name) => `:(exclude,literal)${name}`);
    const shown = [...options, `--unified=${contextLines}`, ...compared, ...without];
    const data = {
      content: showsWorkingTree
        ? await diffOfFiles(repository, names, shown)
        : await repository.git(["diff", ...shown], { mayTruncate: true }),
    };
    return excluded.length === 0
      ? data
      : ToolResult.succeeded(data, `Excluded because they may contain credentials: ${excluded.join(", ")}`);
  }),
);

/** The files that may contain credentials. */
async function sensitiveIn({ workspace }: Repository, files: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of files) if (await isSensitive(join(workspace.root, name))) names.push(name);
  // Names that are not UTF-8 cannot be passed to git.
  if (names.length <= maxExcluded && !names.some((name) => name.includes("\uFFFD"))) return names;
  throw new GitError("Cannot exclude all files that may contain credentials. Pass the paths to compare.");
}
