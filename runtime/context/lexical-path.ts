// Lexical paths (links are not followed), for code that also runs without a file system. Only the path policy of
// `@toolkiln/runtime/node` detects links that lead out of the workspace.

const windowsRoot = /^(?:[A-Za-z]:[\\/]|\\\\)/;

export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || windowsRoot.test(path);
}

/** Why a workspace path is invalid, if it is. */
export function workspaceProblem(path: string | undefined): string | undefined {
  if (!path || isAbsolutePath(path)) return undefined;
  return `workspacePath must be absolute, got '${path}'.`;
}

/** An absolute path without `.`, `..`, doubled or trailing separators; keeps its system's separator. */
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

export function resolvePath(directory: string, path: string): string {
  return normalizePath(isAbsolutePath(path) ? path : `${directory}/${path}`);
}

/** A path relative to a directory: empty for the directory itself, undefined if outside or without directory. */
export function pathWithin(directory: string | undefined, path: string): string | undefined {
  if (!directory) return undefined;
  const outer = normalizePath(directory);
  const inner = resolvePath(outer, path);
  const isWindows = windowsRoot.test(outer);
  const fold = (text: string): string => (isWindows ? text.toLowerCase() : text);
  const separator = isWindows ? "\\" : "/";
  const prefix = outer.endsWith(separator) ? outer : `${outer}${separator}`;
  // The added separator lets the directory itself match.
  return fold(inner + separator).startsWith(fold(prefix)) ? inner.slice(prefix.length) : undefined;
}
