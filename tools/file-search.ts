import type { FileEntry } from "@toolkiln/runtime";
import { fileSearch } from "../generated/tools/file-search.js";
import { withFile } from "./support/workspace.js";
import { globMatcher } from "./support/glob.js";
import { walk } from "./support/walk.js";

export const tool = fileSearch.implement((params, context) =>
  withFile(context, params.path, async (workspace, start) => {
    const { includeIgnored, maxResults } = params;
    const matches = globMatcher(params.pattern);
    const entries: FileEntry[] = [];
    for await (const entry of walk({ workspace, start, includeIgnored, signal: context.signal })) {
      if (entry.type === "directory" || !matches(entry.path)) continue;
      if (entries.length >= maxResults) return { path: start, entries, truncated: true };
      const { path: name, type, size, modified } = entry;
      entries.push({ name, type, size, modified: modified.toISOString() });
    }
    return { path: start, entries, truncated: false };
  }),
);
