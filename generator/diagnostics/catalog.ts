import { diagnosticCatalog } from "../model/generated/diagnostic-catalog.js";
import type { Diagnostic, Fix, Range, Severity } from "./diagnostic.js";

export { diagnosticCatalog };

/** The name and severity of a diagnostic code. */
export interface CatalogEntry {
  readonly name: string;
  readonly severity: Severity;
  /** Whether a comment with a reason may ignore this error. */
  readonly ignorable?: true;
}

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalog;

/** The codes of the catalogue, in its order. */
export const diagnosticCodes: readonly DiagnosticCode[] = Object.keys(diagnosticCatalog).filter(isCode);

/** Finds a code by code or readable name, case-insensitive. */
export function findCode(text: string): DiagnosticCode | undefined {
  const wanted = text.trim();
  return diagnosticCodes.find(
    (code) => code === wanted.toUpperCase() || diagnosticCatalog[code].name === wanted.toLowerCase(),
  );
}

/** Whether a comment may ignore this code. */
export function isIgnorable(code: DiagnosticCode): boolean {
  const entry: CatalogEntry = diagnosticCatalog[code];
  return entry.severity !== "error" || entry.ignorable === true;
}

/** Whether the severity is configurable. Errors are not, except breaking changes, which may be intended. */
export function isAdjustable(code: DiagnosticCode): boolean {
  return diagnosticCatalog[code].severity !== "error" || code.startsWith("TK7");
}

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticCatalog, text);
}

const start = { line: 1, column: 1 };

/** The start of a file, for diagnostics about the whole file. */
export const fileStart: Range = { start, end: start };

interface DiagnosticDetails {
  readonly help?: string | undefined;
  readonly related?: Diagnostic["related"] | undefined;
  readonly fix?: Fix | undefined;
}

/** Makes a diagnostic; name and severity come from the catalogue. */
export function diagnostic(
  code: DiagnosticCode,
  { file, range }: { readonly file: string; readonly range: Range },
  message: string,
  { help, related, fix }: DiagnosticDetails = {},
): Diagnostic {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  const details = { ...(help !== undefined && { help }), ...(related && { related }), ...(fix && { fix }) };
  return { code, name, severity, message, file, range, ...details };
}
