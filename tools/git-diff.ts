import { join } from "node:path";
import { ToolResult, type ToolExecutionContext } from "@toolkiln/runtime";
import { gitDiff } from "../generated/tools/git-diff.js";
import { commitsOf, git, literalPaths, type GitAnswer } from "./support/git.js";
import { isSensitive } from "./support/sensitive-files.js";
import { openWorkspace } from "./support/workspace.js";

/** Files that can be left out by naming them on a command line. */
const maxLeftOut = 1000;

export const tool = gitDiff.implement(async (params, context) => {
  const { staged, from, to, paths = [], includeSensitive, contextLines } = params;
  const named = await commitsOf(
    context,
    [from, to].filter((revision) => revision !== undefined),
  );
  if (!named.ok) return named.failure;
  const options = [
    // A diff looks the same whatever the repository's configuration says.
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    // Other tools take names from the workspace, which may lie below the repository's root.
    "--relative",
    "--no-ext-diff",
    "--no-textconv",
    // Looking into a submodule would start a git of its own, with the configuration of the submodule.
    "--ignore-submodules=dirty",
    "--submodule=short",
    ...(staged ? ["--cached"] : []),
  ];
  // A repository may be larger than the workspace; what lies around it is not shown.
  const files = await literalPaths(context, paths.length === 0 ? ["."] : paths);
  const compared = [...named.commits, "--", ...files];
  const left = includeSensitive
    ? { ok: true as const, names: [] }
    : await sensitiveChanges(context, [...options, "--no-renames", ...compared]);
  if (!left.ok) return left.failure;
  const without = left.names.map((name) => `:(exclude,literal)${name}`);
  const shown = ["diff", ...options, `--unified=${contextLines}`, ...compared, ...without];
  const answer = await git(context, shown, { mayBeCut: true });
  if (!answer.ok) return answer.failure;
  const data = { content: answer.stdout };
  return left.names.length === 0
    ? data
    : ToolResult.succeeded(data, `Left out, for they may hold credentials: ${left.names.join(", ")}`);
});

/** The changed files that may hold credentials, relative to the workspace. */
async function sensitiveChanges(
  context: ToolExecutionContext,
  args: readonly string[],
): Promise<GitAnswer<{ readonly names: readonly string[] }>> {
  const { root } = await openWorkspace(context);
  const answer = await git(context, ["diff", "--name-only", "-z", ...args]);
  if (!answer.ok) return answer;
  const names: string[] = [];
  for (const name of answer.stdout.split("\0").filter(Boolean)) {
    if (await isSensitive(join(root, name))) names.push(name);
  }
  // A name that is not UTF-8 cannot be passed to git as it is.
  const cannotBeNamed = names.length > maxLeftOut || names.some((name) => name.includes("\uFFFD"));
  if (!cannotBeNamed) return { ok: true, names };
  const message = "Too many changed files may hold credentials. Name the paths to compare.";
  return { ok: false, failure: ToolResult.failed(message, "GitFailed") };
}
