import { diagnosticCatalog } from "../model/generated/diagnostic-catalog.js";

export { diagnosticCatalog };

/** A position in a file, 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range of a file, end excluded. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Severity: errors stop generation, warnings concern quality, hints are suggestions. */
export type Severity = "error" | "warning" | "hint";

/** A replacement of a range of text. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** A safe automatic fix. Guesses, such as the nearest known name, are in the message or help. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Another place related to a diagnostic. */
export interface RelatedPlace {
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/** What is wrong, where, and how to fix it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly name: string;
  readonly severity: Severity;
  /** What is wrong and what is expected. */
  readonly message: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly range: Range;
  readonly help?: string;
  readonly related?: readonly RelatedPlace[];
  readonly fix?: Fix;
}

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalog;

/** The codes of the catalogue, in its order. */
export const diagnosticCodes = Object.keys(diagnosticCatalog) as readonly DiagnosticCode[];

/** Finds a diagnostic code by the code itself or by its readable name, case-insensitive. */
export function findCode(text: string): DiagnosticCode | undefined {
  const wanted = text.trim();
  return diagnosticCodes.find(
    (code) => code === wanted.toUpperCase() || diagnosticCatalog[code].name === wanted.toLowerCase(),
  );
}

/** Whether a comment may ignore this code. */
export function isIgnorable(code: DiagnosticCode): boolean {
  const entry = diagnosticCatalog[code];
  return entry.severity !== "error" || "ignorable" in entry;
}

/** Whether the severity is configurable. Errors are not, except breaking changes, which may be intended. */
export function isAdjustable(code: DiagnosticCode): boolean {
  return diagnosticCatalog[code].severity !== "error" || code.startsWith("TK7");
}

const start = { line: 1, column: 1 };

/** The start of a file, for diagnostics about the whole file. */
export const fileStart: Range = { start, end: start };

type Details = { readonly [Key in "help" | "related" | "fix"]?: Diagnostic[Key] | undefined };

/**
 * Makes a diagnostic; name and severity come from the catalogue. Without a range, it is about the whole file. The
 * details may be the help alone.
 */
export function diagnostic(
  code: DiagnosticCode,
  { file, range = fileStart }: { readonly file: string; readonly range?: Range },
  message: string,
  details: string | Details = {},
): Diagnostic {
  const { name, severity } = diagnosticCatalog[code];
  const { help, related, fix } = typeof details === "string" ? { help: details } : details;
  const given = { ...(help !== undefined && { help }), ...(related && { related }), ...(fix && { fix }) };
  return { code, name, severity, message, file, range, ...given };
}

/** Whether a diagnostic stops generation. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
