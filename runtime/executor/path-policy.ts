import type { PathParameter } from "../tool/tool-spec.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";

/** The canonical form of a path, or why it is invalid. */
export type PathVerdict =
  | {
      readonly ok: true;
      readonly path: string;
      /** Relative to the workspace, with `/` as separator, if inside it. Derived lexically if absent. */
      readonly relativePath?: string;
    }
  | { readonly ok: false; readonly error: ToolValidationError };

/** Decides which paths tools may touch. The one for real file systems is in `@toolkiln/runtime/node`. */
export interface PathPolicy {
  /** Resolves one path parameter against the call's workspace. */
  resolve(path: string, parameter: PathParameter, workspacePath: string | undefined): Promise<PathVerdict>;
}
