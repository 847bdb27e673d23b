import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart, findCode, type Diagnostic } from "../diagnostics/diagnostic.js";
import { findIgnores } from "../diagnostics/ignores.js";
import { escapeStep } from "../json-schema/pointer-step.js";
import type { ManifestSource, Place } from "../read/manifest-source.js";
import { bumpOf, changeClasses, type Bump, type Change, type ChangeClass, type ToolChange } from "./change.js";
import { compareCosts, compareDefinitions, targetsOf, type CostChange } from "./compare-definitions.js";
import { compareTool, pairTools, toolChange } from "./compare-tools.js";
import type { ToolVersion } from "./tool-version.js";

/** Every difference between two versions of a project's tools. */
export interface ChangeReport {
  /** Most severe first. */
  readonly changes: readonly Change[];
  readonly bump: Bump;
  readonly costs: readonly CostChange[];
}

/** Options of `compareVersions`. */
export interface CompareOptions {
  /** Changes of this or a more severe class are errors. @default "breaking" */
  readonly failOn?: Exclude<ChangeClass, "safe">;
}

/** Compares two versions of a project's tools. */
export async function compareVersions(
  before: ToolVersion,
  after: ToolVersion,
  config: Pick<GeneratorConfig, "targets" | "severities">,
  { failOn = "breaking" }: CompareOptions = {},
): Promise<ChangeReport> {
  const targets = targetsOf(config);
  const { pairs, removed, added } = pairTools(before.specs, after.specs);
  const names = new ToolNames(after.specs);
  // Key order counts too: models see it.
  const changed = pairs.filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
  const own = changed.flatMap((pair) => compareTool(pair, names));
  const explained = new Set(own.filter(({ code }) => /^TK7[02]/.test(code)).map(({ tool }) => tool));
  const unexplained = changed.filter((pair) => !explained.has(pair.after.id));
  const uncompared = [...before.unreadable].filter(([id]) => after.specs.some((spec) => spec.id === id));
  const found = [
    ...removed
      .filter(({ id }) => !after.unreadable.has(id))
      .map(({ id }) => toolChange(id, "TK7001", [], `The tool \`${id}\` was removed.`)),
    ...uncompared.map(([id, { message }]) => {
      const reason = `The manifest in ${before.name} has an error, so it cannot be compared: ${message}`;
      return toolChange(id, "TK7007", [], reason);
    }),
    ...own,
    ...compareDefinitions(unexplained, targets),
    ...added
      .filter(({ id }) => !before.unreadable.has(id))
      .map(({ id, risk }) => toolChange(id, "TK7206", [], `The tool \`${id}\` (risk ${risk}) was added.`)),
  ].toSorted((a, b) => changeClasses.indexOf(a.class) - changeClasses.indexOf(b.class));
  const formerIds = new Map(pairs.map((pair) => [pair.after.id, pair.before.id]));
  const changes: Change[] = [];
  for (const change of found) {
    const severity = severityOf(change, failOn, config);
    const old = await before.sourceOf(formerIds.get(change.tool) ?? change.tool);
    const now = await after.sourceOf(change.tool);
    if (severity === "off" || (now && isIgnored(change, now))) continue;
    changes.push({
      ...change,
      severity,
      path: change.path.map((step) => `/${escapeStep(String(step))}`).join(""),
      ...(old && { before: placeIn(old, change) }),
      ...(now && { after: placeIn(now, change) }),
    });
  }
  return { changes, bump: bumpOf(changes), costs: await compareCosts(before.specs, after.specs, targets) };
}

/** The configured severity of a code; by default, an error for changes as severe as `failOn` or more. */
function severityOf(
  change: ToolChange,
  failOn: ChangeClass,
  { severities = {} }: Pick<GeneratorConfig, "severities">,
): Diagnostic["severity"] | "off" {
  const chosen = Object.entries(severities).find(([name]) => findCode(name) === change.code)?.[1];
  if (chosen !== undefined) return chosen;
  if (changeClasses.indexOf(change.class) <= changeClasses.indexOf(failOn)) return "error";
  return change.class === "breaking" || change.class === "permission" ? "warning" : "hint";
}

function placeIn(source: ManifestSource, { path }: ToolChange): Place {
  return path.length === 0 ? { file: source.file, range: fileStart } : source.place(path, "key");
}

/** Whether a comment in the new manifest ignores a change. */
function isIgnored(change: ToolChange, source: ManifestSource): boolean {
  const { line } = placeIn(source, change).range.start;
  const ignores = findIgnores(source).flatMap((file) => file.ignores);
  return ignores.some((ignore) => ignore.code === change.code && ignore.line === line);
}

/** Converts a change to a diagnostic, for the common output formats. */
export function diagnosticOf(change: Change): Diagnostic {
  const { code, tool, message, before, after, severity } = change;
  const place = after ?? { file: before?.file ?? tool, range: fileStart };
  const related = before && after && [{ ...before, message: "Previous version." }];
  return { ...diagnostic(code, place, `${tool}: ${message}`, { ...(related && { related }) }), severity };
}
