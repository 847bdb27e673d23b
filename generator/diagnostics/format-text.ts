import type { Diagnostic } from "./diagnostic.js";

/** Gives the text of a file that a diagnostic points into, if it can be had. */
export type SourceText = (file: string) => string | undefined;

/** A diagnostic for people: where, what, the lines around it, and what to do. */
export function formatDiagnostic(diagnostic: Diagnostic, sourceText: SourceText): string {
  const { file, range, severity, code, name, message, help } = diagnostic;
  const lines = [
    `${file}:${range.start.line}:${range.start.column}  ${severity}  ${code} ${name}`,
    `  ${message}`,
  ];
  const text = sourceText(file);
  if (text !== undefined) lines.push("", ...codeFrame(text, diagnostic));
  if (help !== undefined) lines.push("", `  help: ${help}`);
  return lines.join("\n");
}

const context = 2;

function codeFrame(text: string, { range: { start, end } }: Diagnostic): string[] {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, start.line - context);
  const last = Math.min(lines.length, start.line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? "";
    frame.push(`  ${String(number).padStart(width)} │ ${line}`);
    if (number === start.line) {
      const endColumn = end.line === start.line ? end.column : line.length + 1;
      const carets = "^".repeat(Math.max(1, endColumn - start.column));
      frame.push(`  ${" ".repeat(width)} │ ${" ".repeat(start.column - 1)}${carets}`);
    }
  }
  return frame;
}
