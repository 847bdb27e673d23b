import { compareTexts } from "../values/compare-texts.js";
import type { Diagnostic } from "./diagnostic.js";

/** Diagnostics in the order in which a reader meets their places. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareTexts(a.file, b.file) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      compareTexts(a.code, b.code),
  );
}
