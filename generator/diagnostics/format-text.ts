import { codeFrame, visible } from "./code-frame.js";
import type { Diagnostic, Severity } from "./diagnostic.js";

/** Returns the text of a diagnostic's file, if available. */
export type SourceText = (file: string) => string | undefined;

/** How the parts of a diagnostic are coloured. */
export interface TextStyle {
  severity(text: string, severity: Severity): string;
  strong(text: string): string;
  faint(text: string): string;
}

const plainStyle: TextStyle = { severity: (text) => text, strong: (text) => text, faint: (text) => text };

/** Formats a diagnostic for people: place, message, code frame and help. */
export function formatDiagnostic(
  diagnostic: Diagnostic,
  sourceText: SourceText,
  style: TextStyle = plainStyle,
): string {
  const { file, range, severity, code, name, message, help, related = [], fix } = diagnostic;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const lines = [
    `${style.strong(visible(place))}  ${style.severity(severity, severity)}  ${code} ${name}`,
    `  ${visible(message)}`,
  ];
  // A diagnostic about the whole file has no line to show.
  const isWholeFile = range.start.line === range.end.line && range.start.column === range.end.column;
  const text = isWholeFile ? undefined : sourceText(file);
  const frame = text === undefined ? [] : codeFrame(text, range);
  if (frame.length > 0) {
    lines.push(
      "",
      ...frame.map((line) => (line.endsWith("^") ? style.severity(line, severity) : style.faint(line))),
    );
  }
  const notes = [
    ...related.map((other) => {
      const { line, column } = other.range.start;
      return `  see: ${visible(`${other.file}:${line}:${column}  ${other.message}`)}`;
    }),
    ...(help === undefined ? [] : [`  help: ${visible(help)}`]),
    ...(fix === undefined ? [] : [`  fix: ${visible(fix.title)} (run \`toolkiln lint --fix\`)`]),
  ];
  if (notes.length > 0) lines.push("", ...notes);
  return lines.join("\n");
}
