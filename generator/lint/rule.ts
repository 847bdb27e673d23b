import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { CheckedManifest } from "./check-manifest.js";

/** One rule: looks at all manifests of a project and tells what it finds. */
export interface LintRule {
  readonly name: string;
  check(manifests: readonly CheckedManifest[]): Iterable<Diagnostic>;
}
