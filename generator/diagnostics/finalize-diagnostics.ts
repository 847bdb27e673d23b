import type { GeneratorConfig } from "../config.js";
import { manifestSuffix } from "../read/find-manifests.js";
import { compareTexts } from "../values/compare-texts.js";
import { findCode, isAdjustable, isError, type Diagnostic } from "./diagnostic.js";

/** Sorts diagnostics by file and position. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareTexts(a.file, b.file) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      compareTexts(a.code, b.code),
  );
}

/**
 * Removes duplicates: the same message at the same place, and TK3001 in a file with other schema errors (TK3xxx), or in
 * every file if a shared file has such errors.
 */
export function withoutDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const schemaErrors = new Set(
    diagnostics.filter((found) => isError(found) && /^TK3(?!001)/.test(found.code)).map(({ file }) => file),
  );
  const hasSharedError = [...schemaErrors].some((file) => !file.endsWith(manifestSuffix));
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, range, message }) => {
    if (code === "TK3001" && (hasSharedError || schemaErrors.has(file))) return false;
    const key = `${code} ${file} ${range.start.line}:${range.start.column} ${message}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Applies the configured severities. Errors of manifests stay errors. */
export function applySeverities<Found extends Diagnostic>(
  diagnostics: readonly Found[],
  { severities = {} }: Pick<GeneratorConfig, "severities">,
): readonly Found[] {
  const chosen = new Map(Object.entries(severities).map(([name, severity]) => [findCode(name), severity]));
  return diagnostics.flatMap((diagnostic) => {
    const own = isAdjustable(diagnostic.code) ? chosen.get(diagnostic.code) : undefined;
    const severity = own ?? diagnostic.severity;
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}
