import { join } from "node:path";
import type { Diagnostic } from "@toolkiln/generator";
import type { Project } from "../project.js";
import { withoutKnown } from "./baseline.js";
import { readSeverities } from "./finding-settings.js";

/** What a project makes of what was found: the severities of its configuration, and what its baseline knows. */
export function judgeFindings(diagnostics: readonly Diagnostic[], project: Project): readonly Diagnostic[] {
  const judged = withSeverities(diagnostics, project);
  const file = baselineFile(project);
  return file === undefined ? judged : withoutKnown(judged, file);
}

/** The findings with the severities of the configuration. */
export function withSeverities(
  diagnostics: readonly Diagnostic[],
  { findings }: Project,
): readonly Diagnostic[] {
  if (findings.severities === undefined) return diagnostics;
  const severities = readSeverities(findings.severities);
  return diagnostics.flatMap((diagnostic) => {
    const severity = severities.get(diagnostic.code) ?? diagnostic.severity;
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}

/** Where the baseline of a project lies, when its configuration names one. */
export function baselineFile({ root, findings }: Project): string | undefined {
  return findings.baseline === undefined ? undefined : join(root, findings.baseline);
}
