import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/diagnostic.js";
import { applySeverities } from "../diagnostics/finalize-diagnostics.js";
import { findIgnores, matchIgnores } from "../diagnostics/ignores.js";
import { escapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";
import { bumpOf, changeClasses, type Bump, type Change, type ChangeClass } from "./change.js";
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

/** Compares two versions of a project's tools. Changes of the class `failOn` or a more severe one are errors. */
export async function compareVersions(
  before: ToolVersion,
  after: ToolVersion,
  config: Pick<GeneratorConfig, "targets" | "severities">,
  failOn: Exclude<ChangeClass, "safe"> = "breaking",
): Promise<ChangeReport> {
  const targets = targetsOf(config);
  const pairs = pairTools(before.specs, after.specs);
  const kept = new Set(pairs.flatMap((pair) => [pair.before, pair.after]));
  const names = new ToolNames(after.specs);
  // Key order counts too: models see it.
  const changed = pairs.filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
  const toolChanges = changed.flatMap((pair) => compareTool(pair, names));
  const reported = new Set(toolChanges.filter(({ code }) => /^TK7[02]/.test(code)).map(({ tool }) => tool));
  const unreported = changed.filter((pair) => !reported.has(pair.after.id));
  const uncompared = [...before.invalid].filter(([id]) => after.specs.some((spec) => spec.id === id));
  const found = [
    ...before.specs
      .filter((spec) => !kept.has(spec) && !after.invalid.has(spec.id))
      .map(({ id }) => toolChange(id, "TK7001", [], `The tool \`${id}\` was removed.`)),
    ...uncompared.map(([id, { message }]) => {
      const reason = `The manifest in ${before.name} has an error, so it cannot be compared: ${message}`;
      return toolChange(id, "TK7007", [], reason);
    }),
    ...toolChanges,
    ...compareDefinitions(unreported, targets),
    ...after.specs
      .filter((spec) => !kept.has(spec) && !before.invalid.has(spec.id))
      .map(({ id, risk }) => toolChange(id, "TK7206", [], `The tool \`${id}\` (risk ${risk}) was added.`)),
  ].toSorted((a, b) => changeClasses.indexOf(a.class) - changeClasses.indexOf(b.class));
  const formerIds = new Map(pairs.map((pair) => [pair.after.id, pair.before.id]));
  const located: Change[] = [];
  const sources = new Set<ManifestSource>();
  for (const { path, ...change } of found) {
    const old = await before.sourceOf(formerIds.get(change.tool) ?? change.tool);
    const now = await after.sourceOf(change.tool);
    if (now !== undefined) sources.add(now);
    const isFailure = changeClasses.indexOf(change.class) <= changeClasses.indexOf(failOn);
    const related = old && now && [{ ...placeIn(old, path), message: "Previous version." }];
    const place = now ? placeIn(now, path) : { file: old?.file ?? before.name, range: fileStart };
    located.push({
      ...diagnostic(change.code, place, change.message, { related }),
      ...change,
      severity: isFailure ? "error" : /^TK7[01]/.test(change.code) ? "warning" : "hint",
      path: path.map((step) => `/${escapeStep(String(step))}`).join(""),
    });
  }
  const { kept: changes } = matchIgnores(applySeverities(located, config), [...sources].flatMap(findIgnores));
  return { changes, bump: bumpOf(changes), costs: await compareCosts(before.specs, after.specs, targets) };
}

function placeIn(source: ManifestSource, path: ManifestPath): Place {
  return path.length === 0 ? { file: source.file, range: fileStart } : source.place(path, "key");
}
