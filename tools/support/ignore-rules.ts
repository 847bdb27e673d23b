import type { Workspace } from "@toolkiln/runtime/node";
import ignore, { type Ignore } from "ignore";

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
}

const maxBytes = 1_000_000;

/** The rules at a workspace's root. `.git` is always ignored. */
export function ignoreRules(workspace: Workspace): Promise<IgnoreRules> {
  return layered(workspace, [{ prefix: "", rules: ignore().add(".git/") }]).inside("");
}

function layered(workspace: Workspace, layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(path) {
      let ignored = false;
      for (const { prefix, rules } of layers) {
        const verdict = rules.test(path.slice(prefix.length));
        if (verdict.ignored) ignored = true;
        if (verdict.unignored) ignored = false;
      }
      return ignored;
    },
    async inside(directory) {
      const prefix = directory === "" ? "" : `${directory}/`;
      const text = await workspace.readFile(`${prefix}.gitignore`, { maxBytes }).catch(() => undefined);
      if (text === undefined) return layered(workspace, layers);
      return layered(workspace, [...layers, { prefix, rules: ignore().add(text.toString("utf8")) }]);
    },
  };
}
