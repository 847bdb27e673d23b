import { adaptTools, findTarget, measureCost, type Adaptation, type Target } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { GeneratorConfig } from "../config.js";
import type { ToolChange } from "./change.js";
import { compareSchemas } from "./compare-schemas.js";
import { toolChange, type ToolPair } from "./compare-tools.js";

/** Token cost per request of both versions, for one target. */
export interface CostChange {
  readonly target: string;
  /** Whether the counts are exact or estimates. */
  readonly exact: boolean;
  readonly before: number;
  readonly after: number;
}

/** The targets to compare when a project has none. */
const defaultTargets = [
  findTarget("openai"),
  findTarget({ provider: "openai", strict: true }),
  findTarget("anthropic"),
  findTarget("gemini"),
  findTarget("mcp"),
];

/** The targets of a project. */
export function targetsOf({ targets }: Pick<GeneratorConfig, "targets">): readonly Target[] {
  return targets === undefined ? defaultTargets : targets.map(findTarget);
}

/** Changes in provider definitions, such as in strict mode, of tools without breaking or model-visible changes. */
export function compareDefinitions(
  pairs: readonly ToolPair[],
  targets: readonly Target[],
): readonly ToolChange[] {
  const adapted = targets.map(({ title, provider, options }) => {
    const adapt = (specs: readonly ToolSpec[]) => adaptTools(specs, provider, options).tools;
    return {
      title,
      old: adapt(pairs.map(({ before }) => before)),
      now: adapt(pairs.map(({ after }) => after)),
    };
  });
  return pairs.flatMap(({ after: { id } }, index) => {
    const changed = adapted.flatMap(({ title, old, now }) => {
      const [one, other] = [old[index], now[index]];
      const what = one && other && differenceOf(one, other);
      return what === undefined ? [] : [{ title, what }];
    });
    if (changed.length === 0) return [];
    const parts = [...new Set(changed.map(({ what }) => what))].join(" and ");
    const noun = changed.length === 1 ? "definition" : "definitions";
    const message = `In the ${noun} for ${changed.map(({ title }) => title).join(", ")}: ${parts}.`;
    return [toolChange(id, "TK7205", ["targets"], message)];
  });
}

/** The difference between two definitions, as a clause; undefined when equivalent. */
function differenceOf(before: Adaptation, after: Adaptation): string | undefined {
  if (JSON.stringify(before.definition) === JSON.stringify(after.definition)) return undefined;
  if (before.name !== after.name) return `the name changed from \`${before.name}\` to \`${after.name}\``;
  if (before.strict !== after.strict) return `strict mode is ${after.strict ? "now" : "no longer"} used`;
  const schema = compareSchemas(before.schema, after.schema, "parameters");
  if (schema.length > 0) return "the schema changed";
  return descriptionOf(before) === descriptionOf(after) ? undefined : "the description changed";
}

/** The description in a definition, for any provider. */
function descriptionOf({ definition }: Adaptation): string | undefined {
  return /"description":"(?:[^"\\]|\\.)*"/.exec(JSON.stringify(definition))?.[0];
}

/** Counts the tokens of both versions. */
export async function compareCosts(
  before: readonly ToolSpec[],
  after: readonly ToolSpec[],
  targets: readonly Target[],
): Promise<readonly CostChange[]> {
  return Promise.all(
    targets.map(async (target) => {
      const [old, now] = await Promise.all([measureCost(before, target), measureCost(after, target)]);
      return { target: now.target, exact: now.exact, before: old.total, after: now.total };
    }),
  );
}
