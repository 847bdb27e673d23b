import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or lies in it; both are canonical. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}
