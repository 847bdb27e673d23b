import { readdir, realpath } from "node:fs/promises";
import { join, posix, sep } from "node:path";

const maxSuggestions = 50;

/** Completes a path inside a workspace; suggested folders end with a slash. */
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
      .slice(0, maxSuggestions);
  } catch {
    // The folder does not exist or is not readable.
    return [];
  }
}
