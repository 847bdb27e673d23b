import type { ResultFrame } from "../model/result-frame.js";
import { indent, lineWidth, padLine, space, truncateLine, wrapLine } from "./layout.js";
import { lineOf, noteLines, type Line, type Span, type Style } from "./styled-text.js";

const marks = { success: lineOf("✓ ", "success"), failure: lineOf("✗ ", "failure"), none: [] };

/** The outcome, in 1–2 lines. */
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

/** The footer: artifacts, warnings, next steps and duration. */
export function footLines(frame: ResultFrame, width: number): Line[] {
  const { warnings, followUps, artifactNotes, duration } = frame;
  const lines = [
    ...artifactLines(frame, width),
    ...noteLines(artifactNotes),
    ...warnings.flatMap(({ message, code }) => {
      const codes = code === undefined ? [] : lineOf(` (${code})`, "muted");
      const text = [...lineOf(message, "warning"), ...codes];
      return indent(wrapLine(text, width - 2), lineOf("⚠ ", "warning"));
    }),
    ...followUps.flatMap((step, index) =>
      indent(wrapLine(lineOf(step), width - 6), index === 0 ? lineOf("Next: ", "strong") : [space(6)]),
    ),
  ];
  return duration === undefined ? lines : withDuration(lines, duration, width);
}

function artifactLines({ artifacts }: ResultFrame, width: number): Line[] {
  const styles: Readonly<Record<string, Style>> = { created: "added", deleted: "removed" };
  const shown = artifacts.map(({ action }) =>
    truncateLine(
      lineOf(action, Object.hasOwn(styles, action) ? styles[action] : "muted"),
      Math.floor(width / 3),
    ),
  );
  const column = Math.max(0, ...shown.map(lineWidth)) + 2;
  return artifacts.flatMap(({ path, facts }, index) => {
    const text: Line = [...lineOf(path, "path"), { text: "  " }, ...lineOf(facts, "muted")];
    return indent(wrapLine(text, width - column), padLine(shown[index] ?? [], column));
  });
}

/** Right-aligns the duration in the last line if it fits, else on a new line. */
function withDuration(lines: readonly Line[], duration: string, width: number): Line[] {
  const text: Span = { text: duration, style: "muted" };
  const last = lines.at(-1);
  const end = Math.min(width, 80);
  if (last === undefined) return [[text]];
  const room = end - lineWidth(last) - duration.length;
  return room < 2 ? [...lines, [text]] : [...lines.slice(0, -1), [...last, space(room), text]];
}
