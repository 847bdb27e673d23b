import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

/** The checkout of the repository that the running command is part of; undefined when the command was installed. */
export function findCheckout(start: string = import.meta.dirname): string | undefined {
  if (start.split(sep).includes("node_modules")) return undefined;
  return /^(.+)[\\/]packages[\\/]cli[\\/]/.exec(start)?.[1];
}

/** The dependency that links a project to a package of the checkout; undefined when the checkout does not contain it. */
export function linkTo(name: string, checkout: string, project: string): string | undefined {
  // npm links the packages of a workspace; other packages are installed in `node_modules`.
  const folder = realPath(join(checkout, "node_modules", name));
  if (folder.split(sep).includes("node_modules")) return undefined;
  return `file:${relative(realPath(project), folder).split(sep).join("/")}`;
}

/** Package managers resolve links from the real path. Also works for a folder that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realPath(dirname(path)), basename(path));
  }
}
