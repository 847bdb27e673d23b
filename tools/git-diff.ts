import { gitDiff } from "../generated/tools/git-diff.js";
import { git, isRevision, literalPaths, revisionFailure } from "./support/git.js";

export const tool = gitDiff.implement(async ({ staged, from, to, paths = [], contextLines }, context) => {
  const revisions = [from, to].filter((revision) => revision !== undefined);
  const wrong = revisions.find((revision) => !isRevision(revision));
  if (wrong !== undefined) return revisionFailure(wrong);
  // A repository may be larger than the workspace; what lies around it is not shown.
  const files = await literalPaths(context, paths.length === 0 ? ["."] : paths);
  const options = [
    "--no-ext-diff",
    "--no-textconv",
    // Looking into a submodule would start a git of its own, with the configuration of the submodule.
    "--ignore-submodules=dirty",
    "--submodule=short",
    `--unified=${contextLines}`,
    ...(staged ? ["--cached"] : []),
  ];
  const answer = await git(context, ["diff", ...options, "--end-of-options", ...revisions, "--", ...files]);
  return answer.ok ? { content: answer.stdout } : answer.failure;
});
