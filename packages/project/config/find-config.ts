import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ProjectError } from "../project-error.js";

const fileNames = ["ts", "js", "json", "yaml"].map((extension) => `toolkiln.config.${extension}`);

/** The project's root and its configuration file, if it has one. */
export interface FoundConfig {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly file?: string;
}

/** Finds the named configuration, or the nearest one from a folder up to the root of its package. */
export function findConfig(folder: string, named: string | undefined): FoundConfig {
  if (!isFolder(folder)) throw new ProjectError(`There is no folder ${folder}.`);
  if (named !== undefined) {
    const file = resolve(folder, named);
    if (!existsSync(file)) throw new ProjectError(`There is no configuration ${named}.`);
    return { root: dirname(file), file };
  }
  for (let current = folder; ; current = dirname(current)) {
    const present = fileNames.map((name) => join(current, name)).filter((file) => existsSync(file));
    if (present.length > 1) {
      throw new ProjectError(
        `There is more than one configuration: ${present.join(", ")}. Keep one of them.`,
      );
    }
    if (present[0] !== undefined) return { root: current, file: present[0] };
    if (existsSync(join(current, "manifests"))) return { root: current };
    const isRoot = ["package.json", ".git"].some((name) => existsSync(join(current, name)));
    const isTop = dirname(current) === current || basename(current) === "node_modules";
    if (isRoot || isTop) return { root: folder };
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
