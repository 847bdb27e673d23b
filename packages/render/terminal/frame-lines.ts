import type { ResultFrame } from "../model/result-frame.js";
import { indent, space, wrapLine } from "./layout.js";
import { lineOf, noteLines, type Line, type Style } from "./styled-text.js";

const marks = { success: lineOf("✓ ", "success"), failure: lineOf("✗ ", "failure"), none: [] };

/** The header: title, error code and detail, marked with the outcome. */
export function headLines(frame: ResultFrame, width: number): Line[] {
  const { outcome, title = "", code, detail = "" } = frame;
  const isFailure = outcome === "failure";
  const codes: Line = code === undefined ? [] : [{ text: " " }, ...lineOf(`(${code})`, "muted")];
  const head = title === "" ? [] : multiline(title, isFailure ? "failure" : "strong", codes, width - 2);
  const more = detail === "" ? [] : multiline(detail, isFailure ? undefined : "muted", [], width - 2);
  return indent([...head, ...more], marks[outcome]);
}

/** Messages may have several lines; keep their line breaks. */
function multiline(text: string, style: Style | undefined, end: Line, width: number): Line[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) =>
    wrapLine([...lineOf(line, style), ...(index === lines.length - 1 ? end : [])], width),
  );
}

const artifactStyles = new Map<string, Style>([
  ["created", "added"],
  ["deleted", "removed"],
]);

/** The footer: artifacts, warnings, next steps and duration. */
export function footLines(frame: ResultFrame, width: number): Line[] {
  const { artifacts, artifactNotes, warnings, followUps, duration } = frame;
  return [
    ...artifacts.flatMap(({ action, path, facts }) => {
      const name = lineOf(action, artifactStyles.get(action) ?? "muted");
      const text = [...name, space(2), ...lineOf(path, "path"), space(2), ...lineOf(facts, "muted")];
      return indent(wrapLine(text, width - 2), [], [space(2)]);
    }),
    ...noteLines(artifactNotes),
    ...warnings.flatMap(({ message, code }) => {
      const codes = code === undefined ? [] : lineOf(` (${code})`, "muted");
      const text = [...lineOf(message, "warning"), ...codes];
      return indent(wrapLine(text, width - 2), lineOf("⚠ ", "warning"));
    }),
    ...followUps.flatMap((step, index) =>
      indent(wrapLine(lineOf(step), width - 6), index === 0 ? lineOf("Next: ", "strong") : [space(6)]),
    ),
    ...noteLines(duration === undefined ? [] : [duration]),
  ];
}
