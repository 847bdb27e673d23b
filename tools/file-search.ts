import { ToolResult, type FileEntry } from "@toolkiln/runtime";
import { fileSearch } from "../generated/tools/file-search.js";
import { fileFailure } from "./support/file-failure.js";
import { globMatcher } from "./support/glob.js";
import { PatternTimeoutError } from "./support/pattern-time.js";
import { walk } from "./support/walk.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = fileSearch.implement(async (params, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, params.path);
  const matches = globMatcher(params.pattern);
  const { includeIgnored } = params;
  const entries: FileEntry[] = [];
  try {
    for await (const entry of walk({ workspace, start: path, includeIgnored, signal: context.signal })) {
      if (entry.type === "directory" || !matches(entry.path)) continue;
      if (entries.length >= params.maxResults) return { path, entries, truncated: true };
      const { path: name, type, size, modified } = entry;
      entries.push({ name, type, size, modified: modified.toISOString() });
    }
    return { path, entries, truncated: false };
  } catch (error) {
    if (error instanceof PatternTimeoutError) return ToolResult.failed(error.message, "SearchTimeout");
    return fileFailure(error, path);
  }
});
