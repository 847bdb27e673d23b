import type { GeneratorConfig } from "../config.js";
import { findCode, isAdjustable } from "./catalog.js";
import type { Diagnostic } from "./diagnostic.js";

/** The diagnostics with the severities that a configuration chooses. Errors of manifests stay errors. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { severities = {} }: Pick<GeneratorConfig, "severities">,
): readonly Diagnostic[] {
  const chosen = new Map(Object.entries(severities).map(([name, severity]) => [findCode(name), severity]));
  if (chosen.size === 0) return diagnostics;
  return diagnostics.flatMap((diagnostic) => {
    const own = isAdjustable(diagnostic.code) ? chosen.get(diagnostic.code) : undefined;
    const severity = own ?? diagnostic.severity;
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}
