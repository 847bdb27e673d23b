import type { GeneratorConfig } from "../config.js";
import { diagnosticCatalog, findCode } from "./catalog.js";
import type { Diagnostic } from "./diagnostic.js";

/** The diagnostics with the severities that a configuration chooses. What the catalogue calls an error stays one. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { severities = {} }: Pick<GeneratorConfig, "severities">,
): readonly Diagnostic[] {
  const chosen = new Map(Object.entries(severities).map(([name, severity]) => [findCode(name), severity]));
  if (chosen.size === 0) return diagnostics;
  return diagnostics.flatMap((diagnostic) => {
    const isFixed = diagnosticCatalog[diagnostic.code].severity === "error";
    const severity = (isFixed ? undefined : chosen.get(diagnostic.code)) ?? diagnostic.severity;
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}
