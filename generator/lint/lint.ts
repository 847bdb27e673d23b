import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { checkManifest, type CheckedManifest } from "./check-manifest.js";
import type { LintRule } from "./rule.js";
import { duplicateIdRule } from "./rules/duplicate-id.js";
import { fileNameRule } from "./rules/file-name.js";

/** The rules in the order in which they are asked. */
export const lintRules: readonly LintRule[] = [fileNameRule, duplicateIdRule];

/** What linting gave: the manifests that can be lowered and what was found. */
export interface LintResult {
  readonly manifests: readonly CheckedManifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks every manifest against its schema and then asks every rule. */
export function lint(sources: readonly ManifestSource[]): LintResult {
  const checked = sources.map(checkManifest);
  const manifests = checked.filter((result): result is CheckedManifest => !Array.isArray(result));
  const problems = checked.filter((result): result is Diagnostic[] => Array.isArray(result)).flat();
  return {
    manifests,
    diagnostics: [...problems, ...lintRules.flatMap((rule) => [...rule.check(manifests)])],
  };
}
