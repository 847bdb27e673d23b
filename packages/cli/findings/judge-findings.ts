import { join } from "node:path";
import type { Diagnostic } from "@toolkiln/generator";
import type { Project } from "../project.js";
import { withoutKnown } from "./baseline.js";

/** The diagnostics that the baseline of a project does not know. */
export function judgeFindings(diagnostics: readonly Diagnostic[], project: Project): readonly Diagnostic[] {
  const file = baselineFile(project);
  return file === undefined ? diagnostics : withoutKnown(diagnostics, file);
}

/** Where the baseline of a project lies, when its configuration names one. */
export function baselineFile({ root, findings }: Project): string | undefined {
  return findings.baseline === undefined ? undefined : join(root, findings.baseline);
}
