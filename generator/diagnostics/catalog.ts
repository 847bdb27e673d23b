import type { Diagnostic, Range, Severity } from "./diagnostic.js";

interface CatalogEntry {
  readonly name: string;
  readonly severity: Severity;
}

/** Every problem toolkiln reports, by its code. Codes are never reused. */
export const diagnosticCatalog = {
  TK1001: { name: "unreadable-file", severity: "error" },
  TK1002: { name: "invalid-yaml", severity: "error" },
  TK1003: { name: "no-manifests", severity: "error" },
  TK2001: { name: "invalid-manifest", severity: "error" },
  TK2002: { name: "missing-key", severity: "error" },
  TK2003: { name: "unknown-key", severity: "error" },
  TK3001: { name: "invalid-schema", severity: "error" },
  TK4001: { name: "file-name-differs", severity: "error" },
  TK4002: { name: "duplicate-id", severity: "error" },
  TK6001: { name: "stale", severity: "error" },
  TK6002: { name: "missing", severity: "error" },
  TK6003: { name: "orphaned", severity: "error" },
  TK6004: { name: "edited", severity: "error" },
  TK6005: { name: "foreign-file", severity: "error" },
  TK6006: { name: "missing-implementation", severity: "error" },
  TK6007: { name: "unsafe-output-folder", severity: "error" },
  TK6008: { name: "cannot-write", severity: "error" },
  TK6009: { name: "not-deterministic", severity: "error" },
} as const;

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalog;

const start = { line: 1, column: 1 };

/** The beginning of a file, for problems of the file as a whole. */
export const fileStart: Range = { start, end: start };

/** Makes a diagnostic; name and severity come from the catalogue. */
export function diagnostic(
  code: DiagnosticCode,
  place: { readonly file: string; readonly range: Range },
  message: string,
  extra: Pick<Diagnostic, "help" | "related" | "fix"> = {},
): Diagnostic {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  return { code, name, severity, message, file: place.file, range: place.range, ...extra };
}
