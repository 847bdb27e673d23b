import { ToolResult } from "@toolkiln/runtime";
import { textFormat } from "../generated/tools/text-format.js";
import { fileChanged } from "./support/file-change.js";
import { fileFailure } from "./support/file-failure.js";
import { findFormatter } from "./support/formatters.js";
import { readText } from "./support/read-text.js";
import { runProcess } from "./support/run-process.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = textFormat.implement(async (params, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, params.path);
  const found = await findFormatter(workspace.root, path);
  if (found === undefined)
    return ToolResult.failed(`The project has no formatter for '${path}'.`, "NoFormatter");
  const { formatter, program } = found;
  try {
    const original = await readText(workspace, params.path);
    const { exitCode, stdout, stderr, truncated } = await runProcess({
      command: program,
      args: formatter.args(path),
      cwd: workspace.root,
      stdin: original,
      timeoutMs: 50_000,
      maxOutputBytes: 50_000_000,
      signal: context.signal,
    });
    if (exitCode !== 0 || truncated) {
      const reason = stderr.trim().slice(0, 2000);
      return ToolResult.failed(`${formatter.name} could not format '${path}'. ${reason}`, "FormatterFailed");
    }
    if (params.write && stdout !== original) await workspace.writeFile(params.path, stdout, "overwrite");
    const { data, artifacts } = fileChanged({ path, isNew: false, original, modified: stdout }, "");
    const message =
      stdout === original ? `${path} is formatted already` : `Formatted ${path} with ${formatter.name}`;
    return ToolResult.succeededWithArtifacts(
      params.write && stdout !== original ? artifacts : [],
      data,
      message,
    );
  } catch (error) {
    return fileFailure(error, path);
  }
});
