import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The entries below a folder by relative path: the content of a file, the target of a link, or a directory mark. */
export type DiskSnapshot = ReadonlyMap<string, string>;

const directoryMark = "directory";

export function snapshotDisk(root: string): DiskSnapshot {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = join(folder, name);
      const stats = lstatSync(join(root, path));
      if (stats.isDirectory()) {
        found.set(path, directoryMark);
        visit(path);
      } else if (stats.isSymbolicLink()) found.set(path, `link ${readlinkSync(join(root, path))}`);
      else found.set(path, `file ${readFileSync(join(root, path), "latin1")}`);
    }
  };
  visit("");
  return found;
}

/** The changes in a folder. */
export interface DiskChange {
  readonly created: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Paths whose content is lost: no other file has it, and the new file does not begin with it. */
  readonly lost: readonly string[];
}

export function compareDisk(before: DiskSnapshot, after: DiskSnapshot): DiskChange {
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...before.keys()].filter(
    (path) => after.has(path) && after.get(path) !== before.get(path),
  );
  const left = new Set(after.values());
  const isLost = (path: string): boolean => {
    const content = before.get(path) ?? "";
    return content !== directoryMark && !left.has(content) && after.get(path)?.startsWith(content) !== true;
  };
  return {
    created: [...after.keys()].filter((path) => !before.has(path)),
    removed,
    changed,
    lost: [...removed, ...changed].filter(isLost),
  };
}
