import { posix } from "node:path";
import type { Workspace } from "@toolkiln/runtime/node";
import ignore, { type Ignore } from "ignore";
import { countWildcards, matchInTime, mayTakeLong, PatternTimeoutError } from "./glob.js";

/** The ignore files from the workspace's root down to a directory, nearest last. */
export interface IgnoreRules {
  /** Whether a path relative to the root is ignored; a directory's path ends with a slash. */
  ignores(path: string): boolean;
  /** The rules for what lies in a directory, its own ignore file included. */
  inside(directory: string): Promise<IgnoreRules>;
}

interface Layer {
  /** Relative to the root, with a slash at its end; empty for the root. */
  readonly prefix: string;
  readonly rules: Ignore;
  /** Of each pattern. */
  readonly wildcards: readonly number[];
}

/**
 * What is left of the time for patterns that take long. Ignore files may be anybody's; once their patterns have taken too
 * long, those that may take long again do not count, so that they hold up the process once and not at every file.
 */
interface Patience {
  isOver: boolean;
}

const maxBytes = 1_000_000;
/** No path is longer, so no longer pattern means anything. */
const longestPattern = 4096;

/** The rules at a workspace's root. `.git` is always ignored. */
export function ignoreRules(workspace: Workspace): Promise<IgnoreRules> {
  return layered(workspace, [layerOf("", ".git/")], { isOver: false }).inside("");
}

/** Returns whether a file, relative to the root, or a directory around it is ignored, as a walk would. */
export function ignoredFiles(workspace: Workspace): (file: string) => Promise<boolean> {
  const known = new Map<string, Promise<IgnoreRules | undefined>>([[".", ignoreRules(workspace)]]);
  const descend = async (directory: string): Promise<IgnoreRules | undefined> => {
    const around = await rulesIn(posix.dirname(directory));
    return around?.ignores(`${directory}/`) === false ? around.inside(directory) : undefined;
  };
  /** The rules for what lies in a directory; undefined when it is ignored with everything in it. */
  const rulesIn = (directory: string): Promise<IgnoreRules | undefined> => {
    const rules = known.get(directory) ?? descend(directory);
    known.set(directory, rules);
    return rules;
  };
  return async (file) => (await rulesIn(posix.dirname(file)))?.ignores(file) !== false;
}

function layered(workspace: Workspace, layers: readonly Layer[], patience: Patience): IgnoreRules {
  return {
    ignores(path) {
      let ignored = false;
      for (const layer of layers) {
        const verdict = judge(layer, path.slice(layer.prefix.length), patience);
        if (verdict?.ignored) ignored = true;
        if (verdict?.unignored) ignored = false;
      }
      return ignored;
    },
    async inside(directory) {
      const prefix = directory === "" ? "" : `${directory}/`;
      const text = await workspace.readFile(`${prefix}.gitignore`, { maxBytes }).catch(() => undefined);
      if (text === undefined) return layered(workspace, layers, patience);
      return layered(workspace, [...layers, layerOf(prefix, text.toString("utf8"))], patience);
    },
  };
}

function layerOf(prefix: string, text: string): Layer {
  const patterns = text.split(/\r?\n/).filter((line) => line !== "" && line.length <= longestPattern);
  return { prefix, rules: ignore().add(patterns), wildcards: patterns.map(countWildcards) };
}

/** The verdict of a layer on a path; undefined when that would take too long. */
function judge({ rules, wildcards }: Layer, path: string, patience: Patience) {
  if (!mayTakeLong(wildcards, path.length)) return rules.test(path);
  if (patience.isOver) return undefined;
  try {
    return matchInTime(() => rules.test(path));
  } catch (error) {
    if (!(error instanceof PatternTimeoutError)) throw error;
    patience.isOver = true;
    return undefined;
  }
}
