import { formatSize } from "@toolkiln/runtime/kinds";
import { count, formatDuration } from "../model/format-value.js";
import type { ResultFrame, ShownArtifact } from "../model/result-frame.js";
import { indent, lineWidth, padLine, space, wrapLine } from "./layout.js";
import { lineOf, type Line, type Span, type Style } from "./styled-text.js";
import type { TerminalView } from "./terminal-options.js";

const maxArtifacts = 50;
const maxFollowUps = 20;
const maxMessage = 4_000;

/** How it went, in a line or two. */
export function headLines({ outcome, title, code, detail }: ResultFrame, { width }: TerminalView): Line[] {
  const marks = { success: lineOf("✓ ", "success"), failure: lineOf("✗ ", "failure"), none: [] };
  const codes: Line = code === undefined ? [] : [{ text: " " }, ...lineOf(`(${code})`, "muted")];
  const head =
    title === undefined || title === ""
      ? []
      : multiline(title, outcome === "failure" ? "failure" : "strong", codes, width - 2);
  const more =
    detail === undefined || detail === ""
      ? []
      : multiline(detail, outcome === "failure" ? undefined : "muted", [], width - 2);
  return indent([...head, ...more], marks[outcome]);
}

/** Messages may have several lines of their own; each keeps its place. */
function multiline(text: string, style: Style | undefined, end: Line, width: number): Line[] {
  const lines = text.slice(0, maxMessage).split(/\r?\n/);
  return lines.flatMap((line, index) =>
    wrapLine([...lineOf(line, style), ...(index === lines.length - 1 ? end : [])], width),
  );
}

/** What else is shown: artifacts, warnings, what to do next, how long it took. */
export function footLines(frame: ResultFrame, view: TerminalView): Line[] {
  const lines = [
    ...artifactLines(frame.artifacts, view),
    ...frame.warnings.flatMap(({ message, code }) => {
      const text: Line = [
        ...lineOf(message, "warning"),
        ...(code === undefined ? [] : lineOf(` (${code})`, "muted")),
      ];
      return indent(wrapLine(text, view.width - 2), lineOf("⚠ ", "warning"));
    }),
    ...followUpLines(frame.followUps, view),
  ];
  return frame.durationMs === undefined
    ? lines
    : withDuration(lines, formatDuration(frame.durationMs), view.width);
}

function artifactLines(artifacts: readonly ShownArtifact[], { width }: TerminalView): Line[] {
  const shown = artifacts.slice(0, maxArtifacts);
  const actions = Math.max(0, ...shown.map(({ action }) => action.length));
  const lines = shown.flatMap(({ action, path, type, size, description }) => {
    const facts = [type, size === undefined ? undefined : formatSize(size), description].filter(
      (fact) => fact !== undefined,
    );
    const text: Line = [...lineOf(path, "path"), { text: "  " }, ...lineOf(facts.join(", "), "muted")];
    return indent(
      wrapLine(text, width - actions - 2),
      padLine(lineOf(action, styleOfAction(action)), actions + 2),
    );
  });
  const rest = artifacts.length - shown.length;
  return rest > 0 ? [...lines, lineOf(`… ${count(rest, "more artifact")}`, "muted")] : lines;
}

function styleOfAction(action: string): Style {
  if (action === "created") return "added";
  return action === "deleted" ? "removed" : "muted";
}

function followUpLines(followUps: readonly string[], { width }: TerminalView): Line[] {
  const label = lineOf("Next: ", "strong");
  return followUps
    .slice(0, maxFollowUps)
    .flatMap((step, index) => indent(wrapLine(lineOf(step), width - 6), index === 0 ? label : [space(6)]));
}

/** The duration stands at the right end of the last line where there is room, else on its own. */
function withDuration(lines: readonly Line[], duration: string, width: number): Line[] {
  const text: Span = { text: duration, style: "muted" };
  const last = lines.at(-1);
  const end = Math.min(width, 80);
  if (last === undefined) return [[text]];
  const room = end - lineWidth(last) - duration.length;
  return room < 2 ? [...lines, [text]] : [...lines.slice(0, -1), [...last, space(room), text]];
}
