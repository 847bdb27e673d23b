import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart, findCode } from "../diagnostics/catalog.js";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.js";
import { findIgnores, withoutIgnored } from "../diagnostics/ignores.js";
import { escapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";
import { bumpOf, changeClasses } from "./change.js";
import type { Bump, Change, ChangeClass, ToolChange } from "./change.js";
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
  const paired = pairTools(before.specs, after.specs);
  const names = new ToolNames(after.specs);
  // Key order counts too: models see it.
  const changed = paired.pairs.filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
  const own = changed.flatMap((pair) => compareTool(pair, names));
  const explained = new Set(own.filter(({ code }) => /^TK7[02]/.test(code)).map(({ tool }) => tool));
  const found = [
    ...paired.removed
      .filter(({ id }) => !after.unreadable.has(id))
      .map(({ id }) => toolChange(id, "TK7001", [], `The tool \`${id}\` was removed.`)),
    ...[...before.unreadable]
      .filter(([id]) => after.specs.some((spec) => spec.id === id))
      .map(([id, { message }]) => {
        const reason = `The manifest in ${before.name} has an error, so it cannot be compared: ${message}`;
        return toolChange(id, "TK7007", [], reason);
      }),
    ...own,
    ...compareDefinitions({ ...paired, pairs: changed }, targets, (id) => explained.has(id)),
    ...paired.added
      .filter(({ id }) => !before.unreadable.has(id))
      .map(({ id, risk }) => toolChange(id, "TK7206", [], `The tool \`${id}\` (risk ${risk}) was added.`)),
  ];
  const formerIds = new Map(paired.pairs.map((pair) => [pair.after.id, pair.before.id]));
  const placed = await placeChanges(found, before, after, formerIds);
  const rated = placed.flatMap((change) => {
    const severity = severityOf(change, failOn, config);
    return severity === "off" ? [] : [{ ...change, severity }];
  });
  const changes = rated.toSorted((a, b) => changeClasses.indexOf(a.class) - changeClasses.indexOf(b.class));
  return { changes, bump: bumpOf(changes), costs: await compareCosts(before.specs, after.specs, targets) };
}

/** The configured severity of a code; by default an error from `failOn` up. */
function severityOf(
  change: Pick<Change, "code" | "class">,
  failOn: ChangeClass,
  { severities = {} }: Pick<GeneratorConfig, "severities">,
): Severity | "off" {
  const chosen = Object.entries(severities).find(([name]) => findCode(name) === change.code)?.[1];
  if (chosen !== undefined) return chosen;
  if (changeClasses.indexOf(change.class) <= changeClasses.indexOf(failOn)) return "error";
  return change.class === "breaking" || change.class === "permission" ? "warning" : "hint";
}

/** Adds places to the changes; drops those that a comment in the new manifest ignores. */
async function placeChanges(
  changes: readonly ToolChange[],
  before: ToolVersion,
  after: ToolVersion,
  formerIds: ReadonlyMap<string, string>,
): Promise<readonly Omit<Change, "severity">[]> {
  const placed = [];
  const sources = new Map<string, ManifestSource>();
  for (const change of changes) {
    const old = await before.sourceOf(formerIds.get(change.tool) ?? change.tool);
    const now = await after.sourceOf(change.tool);
    if (now !== undefined) sources.set(now.file, now);
    placed.push({
      ...change,
      path: change.path.map((step) => `/${escapeStep(String(step))}`).join(""),
      ...(old && { before: placeIn(old, change.path) }),
      ...(now && { after: placeIn(now, change.path) }),
    });
  }
  const diagnostics = new Map(
    placed.map((change) => [diagnosticOf({ ...change, severity: "error" }), change]),
  );
  const kept = withoutIgnored([...diagnostics.keys()], [...sources.values()].flatMap(findIgnores));
  return kept.flatMap((one) => diagnostics.get(one) ?? []);
}

function placeIn(source: ManifestSource, path: ManifestPath): Place {
  return path.length === 0 ? { file: source.file, range: fileStart } : source.place(path, "key");
}

/** Converts a change to a diagnostic, for the common output formats. */
export function diagnosticOf(change: Change): Diagnostic {
  const { code, tool, message, before, after, severity } = change;
  const place = after ?? { file: before?.file ?? tool, range: fileStart };
  const related = before && after && [{ ...before, message: "Previous version." }];
  return { ...diagnostic(code, place, `${tool}: ${message}`, { ...(related && { related }) }), severity };
}
