import type { DiagnosticCode } from "./catalog.js";

/** A place in a file; lines and columns from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a file, its end excluded. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** How bad a diagnostic is: errors stop generation, warnings are matters of quality, hints are suggestions. */
export type Severity = "error" | "warning" | "hint";

/** A replacement of a stretch of text. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** A change that fixes it without a person's judgement; the message names what a name may have meant. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Another place that belongs to a diagnostic. */
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
  /** What is wrong and what right looks like. */
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
