import { visible } from "./code-frame.js";
import type { Diagnostic, Severity } from "./diagnostic.js";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "notice" };

/** Formats a diagnostic as a GitHub annotation command. */
export function formatGithub(diagnostic: Diagnostic): string {
  const { severity, code, name, message, file, range, help } = diagnostic;
  const properties = {
    file,
    line: range.start.line,
    endLine: range.end.line,
    col: range.start.column,
    endColumn: range.end.column,
    title: `${code} ${name}`,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const text = help === undefined ? message : `${message}\n${help}`;
  return `::${levels[severity]} ${list.join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return visible(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
