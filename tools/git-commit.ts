import { ToolResult, type ToolExecutionContext } from "@toolkiln/runtime";
import { gitCommit } from "../generated/tools/git-commit.js";
import { git, literalPaths, type GitOptions } from "./support/git.js";

/** Hooks and filters run, and may print as much as they like. */
const asPerson: GitOptions = { runsPrograms: true, mayBeCut: true };

export const tool = gitCommit.implement(async ({ message, paths }, context) => {
  const files = await literalPaths(context, paths ?? []);
  if (files.length > 0) {
    const added = await git(context, ["add", "--all", "--", ...files], asPerson);
    if (!added.ok) return added.failure;
  }
  const only = files.length > 0 ? ["--only", "--", ...files] : [];
  const committed = await git(context, ["commit", "--quiet", "--file=-", "--cleanup=verbatim", ...only], {
    ...asPerson,
    stdin: message,
  });
  if (!committed.ok) return committed.failure;
  return describeHead(context, message);
});

async function describeHead(context: ToolExecutionContext, message: string) {
  const [hash, branch, files] = await Promise.all([
    git(context, ["rev-parse", "HEAD"]),
    git(context, ["branch", "--show-current"]),
    git(context, ["show", "--no-color", "--format=", "--name-only", "-z", "HEAD"]),
  ]);
  if (!hash.ok) return hash.failure;
  const name = branch.ok ? branch.stdout.trim() : "";
  const count = files.ok ? files.stdout.split("\0").filter(Boolean).length : 0;
  const subject = message.split("\n")[0] ?? "";
  const data = { hash: hash.stdout.trim(), branch: name === "" ? null : name, subject, files: count };
  return ToolResult.succeeded(data, `Committed ${data.hash.slice(0, 9)} ${subject}`);
}
