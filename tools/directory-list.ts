import type { FileEntry } from "@toolkiln/runtime";
import { directoryList } from "../generated/tools/directory-list.js";
import { withFile } from "./support/workspace.js";
import { walk } from "./support/walk.js";

export const tool = directoryList.implement((params, context) =>
  withFile(context, params.path, async (workspace, start) => {
    const { includeIgnored, maxEntries } = params;
    const maxDepth = params.recursive ? params.maxDepth : 1;
    const entries: FileEntry[] = [];
    for await (const entry of walk({ workspace, start, maxDepth, includeIgnored, signal: context.signal })) {
      if (entries.length >= maxEntries) return { path: start, entries, truncated: true };
      const { path: name, type, size, modified } = entry;
      entries.push({ name, type, modified: modified.toISOString(), ...(type === "file" && { size }) });
    }
    return { path: start, entries, truncated: false };
  }),
);
