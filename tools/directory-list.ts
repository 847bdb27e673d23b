import type { FileEntry } from "@toolkiln/runtime";
import { directoryList } from "../generated/tools/directory-list.js";
import { fileFailure } from "./support/file-failure.js";
import { walk, type WalkedEntry } from "./support/walk.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = directoryList.implement(async (params, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, params.path);
  const maxDepth = params.recursive ? params.maxDepth : 1;
  const { includeIgnored } = params;
  const entries: FileEntry[] = [];
  try {
    for await (const entry of walk({
      workspace,
      start: path,
      maxDepth,
      includeIgnored,
      signal: context.signal,
    })) {
      if (entries.length >= params.maxEntries) return { path, entries, truncated: true };
      entries.push(toFileEntry(entry));
    }
    return { path, entries, truncated: false };
  } catch (error) {
    return fileFailure(error, path);
  }
});

function toFileEntry({ path: name, type, size, modified }: WalkedEntry): FileEntry {
  const entry = { name, type, modified: modified.toISOString() };
  return type === "file" ? { ...entry, size } : entry;
}
