import { join } from "node:path";
import type { Diagnostic } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import { withoutKnown } from "./baseline.js";

/** The diagnostics that the baseline of a project does not know. */
export function judgeDiagnostics(
  diagnostics: readonly Diagnostic[],
  project: Project,
): readonly Diagnostic[] {
  const file = baselineFile(project);
  return file === undefined ? diagnostics : withoutKnown(diagnostics, file);
}

/** Where the baseline of a project lies, when its configuration names one. */
export function baselineFile({ root, baseline }: Project): string | undefined {
  return baseline === undefined ? undefined : join(root, baseline);
}
