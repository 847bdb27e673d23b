// Paths as text, for code that also runs where there is no file system. Whether the text leads out of the workspace
// over a link is for the path policy of `@toolkiln/runtime/node`.

const windowsRoot = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Whether a path starts at a root, of POSIX or of Windows. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || windowsRoot.test(path);
}

/** Why a path cannot be that of a workspace, if it cannot. */
export function workspaceProblem(path: string | undefined): string | undefined {
  if (!path || isAbsolutePath(path)) return undefined;
  return `workspacePath must be absolute, like the root of a Workspace, got '${path}'.`;
}

/** An absolute path without `.`, `..`, doubled or trailing separators; it keeps the separator of its system. */
export function normalizePath(path: string): string {
  const isWindows = windowsRoot.test(path);
  const separator = isWindows ? "\\" : "/";
  const root = isWindows ? (/^[A-Za-z]:/.exec(path)?.[0] ?? "\\") : "";
  const parts: string[] = [];
  for (const part of path.slice(root.length).split(isWindows ? /[\\/]+/ : /\/+/)) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${root}${separator}${parts.join(separator)}`;
}

/** A path seen from a directory; both are absolute. */
export function resolvePath(directory: string, path: string): string {
  return normalizePath(isAbsolutePath(path) ? path : `${directory}/${path}`);
}

/** The way from a directory to a path in it: empty for itself, undefined for what lies outside. */
export function pathWithin(directory: string, path: string): string | undefined {
  const outer = normalizePath(directory);
  const inner = resolvePath(outer, path);
  const isWindows = windowsRoot.test(outer);
  const fold = (text: string): string => (isWindows ? text.toLowerCase() : text);
  const separator = isWindows ? "\\" : "/";
  const prefix = outer.endsWith(separator) ? outer : `${outer}${separator}`;
  // The directory itself is its own prefix once it ends like one.
  return fold(inner + separator).startsWith(fold(prefix)) ? inner.slice(prefix.length) : undefined;
}
