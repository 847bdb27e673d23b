import type { DiagnosticCode } from "./catalog.js";

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

/** A safe automatic fix. Guesses, such as the correct spelling of a name, are in the message instead. */
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

/** Whether a diagnostic stops generation. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
