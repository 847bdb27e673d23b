import { readdir, realpath } from "node:fs/promises";
import { join, posix, sep } from "node:path";

const mostSuggestions = 50;

/** Paths inside a workspace that begin with what was typed; folders end with a slash. */
export async function completePath(workspace: string, typed: string): Promise<readonly string[]> {
  const start = typed.slice(0, typed.lastIndexOf("/") + 1);
  try {
    const root = await realpath(workspace);
    const folder = await realpath(join(root, start));
    if (folder !== root && !folder.startsWith(root + sep)) return [];
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .map((entry) => posix.join(start, entry.name) + (entry.isDirectory() ? "/" : ""))
      .filter((path) => path.startsWith(typed))
      .toSorted()
      .slice(0, mostSuggestions);
  } catch {
    // There is no such folder, or it may not be read: nothing to suggest.
    return [];
  }
}
