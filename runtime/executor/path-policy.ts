import type { PathParameter } from "../tool/tool-spec.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";

/** What became of a path: its canonical form, or why it cannot be used. */
export type PathVerdict =
  | {
      readonly ok: true;
      readonly path: string;
      /** The path as seen from the workspace, with `/` between names, when it lies in there; compared as text if absent. */
      readonly relativePath?: string;
    }
  | { readonly ok: false; readonly error: ToolValidationError };

/** Decides which paths tools may touch. The one for real file systems is in `@toolkiln/runtime/node`. */
export interface PathPolicy {
  /** Resolves one path that a parameter names against the call's workspace. */
  resolve(path: string, parameter: PathParameter, workspacePath: string | undefined): Promise<PathVerdict>;
}
