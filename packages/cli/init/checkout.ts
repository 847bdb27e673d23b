import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { parseObject, type JsonObject } from "./planned-file.js";

/** A checkout of the toolkiln repository with its packages. */
export interface Checkout {
  /** Absolute. */
  readonly folder: string;
  /** The absolute folder of each package by its name. */
  readonly packages: ReadonlyMap<string, string>;
}

/** The checkout that the running command is part of; undefined when the command was installed. */
export function findCheckout(start: string = import.meta.dirname): Checkout | undefined {
  if (start.split(sep).includes("node_modules")) return undefined;
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) {
    const workspaces = readManifest(folder)?.["workspaces"];
    if (Array.isArray(workspaces)) return { folder, packages: packagesIn(folder, workspaces) };
  }
  return undefined;
}

/** The dependency that links a project to a folder of the checkout. */
export function linkTo(folder: string, project: string): string {
  return `file:${relative(realPath(project), folder).split(sep).join("/")}`;
}

function packagesIn(folder: string, workspaces: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    workspaces.flatMap((workspace): [string, string][] => {
      const packageFolder = join(folder, String(workspace));
      const name = readManifest(packageFolder)?.["name"];
      return typeof name === "string" ? [[name, packageFolder]] : [];
    }),
  );
}

function readManifest(folder: string): JsonObject | undefined {
  try {
    return parseObject(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Package managers resolve links from the real path. Also works for a folder that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realPath(dirname(path)), basename(path));
  }
}
