import { codeFrame, visible } from "../diagnostics/code-frame.js";
import type { TextStyle } from "../diagnostics/format-text.js";
import type { Place } from "../read/manifest-source.js";
import { code, prose, table } from "../reference/markdown.js";
import { changeClasses, type Change, type ChangeClass } from "./change.js";
import type { ChangeReport } from "./compare-versions.js";
import type { ToolVersion } from "./tool-version.js";

/** The parts of two versions that are printed. */
type ComparedVersions = Readonly<Record<"before" | "after", Pick<ToolVersion, "name" | "texts">>>;

/** Formats a change: place, message, and code frames from both versions. */
export function formatChange(change: Change, { before, after }: ComparedVersions, style: TextStyle): string {
  const { code, name, tool, message, severity, file, range, related = [] } = change;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  return [
    `${style.strong(visible(place))}  ${style.severity(change.class, severity)}  ${code} ${name}`,
    `  ${visible(`${tool}: ${message}`)}`,
    // No action needed: leave out the code frames.
    ...(severity === "hint"
      ? []
      : [...related.flatMap((old) => frameOf(old, before, style)), ...frameOf(change, after, style)]),
  ].join("\n");
}

function frameOf(
  { file, range }: Place,
  { name, texts }: ComparedVersions["before"],
  style: TextStyle,
): string[] {
  const text = texts.get(file);
  const isWholeFile = range.end.column === 1;
  if (text === undefined || isWholeFile) return [];
  return [
    "",
    `  ${style.faint(visible(`${name}:`))}`,
    ...codeFrame(text, range).map((line) => style.faint(line)),
  ];
}

const titles: Readonly<Record<ChangeClass, string>> = {
  breaking: "Breaking for callers",
  permission: "Permissions",
  "model-visible": "Seen by models",
  safe: "Safe",
};

/** The changes as Markdown, for a pull request or a changelog. */
export function markdownChanges(changes: readonly Change[]): string {
  const sections = changeClasses.flatMap((name) => {
    const own = changes.filter((change) => change.class === name);
    const lines = own.map(({ tool, code, message }) => `- \`${tool}\`: ${prose(visible(message))} (${code})`);
    return own.length === 0 ? [] : [`### ${titles[name]}\n\n${lines.join("\n")}\n`];
  });
  return sections.join("\n");
}

/** A whole report as Markdown, for a comment on a pull request. */
export function markdownReport({ changes, bump, costs }: ChangeReport, against: string): string {
  const summary = changes.length === 0 ? "No tool changed." : `Required version bump: **${bump}**.`;
  const rows = costs
    .filter(({ before, after }) => before !== after)
    .map(({ target, exact, before, after }) =>
      [target, before, after].map((cell, index) => (exact || index === 0 ? String(cell) : `~${cell}`)),
    );
  return [
    `Tools compared with ${code(against)}. ${summary}\n`,
    markdownChanges(changes),
    rows.length === 0 ? "" : `${table(["target", "tokens before", "after"], rows)}\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}
