import { gitDiff } from "../generated/tools/git-diff.js";
import { commitsOf, git, literalPaths } from "./support/git.js";

export const tool = gitDiff.implement(async ({ staged, from, to, paths = [], contextLines }, context) => {
  const named = await commitsOf(
    context,
    [from, to].filter((revision) => revision !== undefined),
  );
  if (!named.ok) return named.failure;
  // A repository may be larger than the workspace; what lies around it is not shown.
  const files = await literalPaths(context, paths.length === 0 ? ["."] : paths);
  const options = [
    // A diff looks the same whatever the repository's configuration says.
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--no-ext-diff",
    "--no-textconv",
    // Looking into a submodule would start a git of its own, with the configuration of the submodule.
    "--ignore-submodules=dirty",
    "--submodule=short",
    `--unified=${contextLines}`,
    ...(staged ? ["--cached"] : []),
  ];
  const answer = await git(context, ["diff", ...options, ...named.commits, "--", ...files]);
  return answer.ok ? { content: answer.stdout } : answer.failure;
});
