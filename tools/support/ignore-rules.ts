import type { Workspace } from "@toolkiln/runtime/node";
import ignore, { type Ignore } from "ignore";
import { FailureError } from "./failure-error.js";
import { countWildcards, matchWithTimeout, mayBeSlow } from "./glob.js";

/** The rules of all ignore files from the workspace root down to a directory. */
export interface IgnoreRules {
  /** Whether a path relative to the root is ignored; a directory's path ends with a slash. */
  ignores(path: string): boolean;
  /** The rules in a directory, including its own ignore file. */
  rulesIn(directory: string): Promise<IgnoreRules>;
}

interface Layer {
  /** The directory relative to the root, with a trailing slash; empty for the root. */
  readonly prefix: string;
  readonly rules: Ignore;
  /** The wildcard count of each pattern. */
  readonly wildcards: readonly number[];
}

/** Ignore files are not trusted: after the first timeout, slow patterns are skipped, so they block the process only once. */
interface SlowPatterns {
  areSkipped: boolean;
}

const maxBytes = 1_000_000;
/** Longer patterns are skipped; paths are not longer. */
const maxPatternLength = 4096;

/** The rules at a workspace's root. `.git` is always ignored. */
export function ignoreRules(workspace: Workspace): Promise<IgnoreRules> {
  return layered(workspace, [], { areSkipped: false }).rulesIn("");
}

function layered(workspace: Workspace, layers: readonly Layer[], slowPatterns: SlowPatterns): IgnoreRules {
  return {
    ignores(path) {
      let ignored = false;
      for (const layer of layers) {
        const match = matchLayer(layer, path.slice(layer.prefix.length), slowPatterns);
        if (match?.ignored) ignored = true;
        if (match?.unignored) ignored = false;
      }
      return ignored || /(?:^|\/)\.git(?:\/|$)/i.test(path);
    },
    async rulesIn(directory) {
      const prefix = directory === "" ? "" : `${directory}/`;
      const text = await workspace.readFile(`${prefix}.gitignore`, { maxBytes }).catch(() => undefined);
      if (text === undefined) return layered(workspace, layers, slowPatterns);
      return layered(workspace, [...layers, layerOf(prefix, text.toString("utf8"))], slowPatterns);
    },
  };
}

function layerOf(prefix: string, text: string): Layer {
  const patterns = text.split(/\r?\n/).filter((line) => line !== "" && line.length <= maxPatternLength);
  return { prefix, rules: ignore().add(patterns), wildcards: patterns.map(countWildcards) };
}

/** Matches a path against a layer; undefined when matching is too slow. */
function matchLayer({ rules, wildcards }: Layer, path: string, slowPatterns: SlowPatterns) {
  if (!mayBeSlow(wildcards, path)) return rules.test(path);
  if (slowPatterns.areSkipped) return undefined;
  try {
    return matchWithTimeout(() => rules.test(path));
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    slowPatterns.areSkipped = true;
    return undefined;
  }
}
