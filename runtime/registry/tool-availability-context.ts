import { toolMatcher } from "../tool/tool-matcher.js";
import { compareRisk, type RiskLevel } from "../tool/risk-level.js";
import type { ToolCategory } from "../tool/tool-category.js";
import type { ToolIndexEntry } from "../tool/tool-spec.js";
import { ownValue } from "../validation/value-type.js";
import type { ToolLookup } from "./tool-handle.js";

/** A list of names; an empty list of enabled tools or included categories means no filter. */
export type NameList<Name extends string = string> = readonly Name[] | ReadonlySet<Name>;

/** A tool filter, and the capabilities of the environment. Omitted fields filter nothing. */
export interface ToolAvailabilityContext {
  readonly hasWorkspace?: boolean;
  readonly workspacePath?: string;
  readonly hasTerminal?: boolean;
  readonly hasEditor?: boolean;
  readonly hasGitRepository?: boolean;
  /** Custom capabilities of the environment; excludes tools that require other custom ones. */
  readonly capabilities?: NameList;
  /** Only these tools, unless empty. */
  readonly enabledToolIds?: NameList;
  /** Excludes these tools, by any of their names. */
  readonly disabledToolIds?: NameList;
  readonly maxRiskLevel?: RiskLevel;
  /** Only these categories, unless empty. */
  readonly includedCategories?: NameList<ToolCategory>;
  readonly excludedCategories?: NameList<ToolCategory>;
  /** Only tools that have all of these tags. */
  readonly requiredTags?: NameList;
}

/** Availability contexts for common environments. */
export const ToolAvailabilityContext: Readonly<Record<"default" | "safeOnly", ToolAvailabilityContext>> = {
  default: { hasWorkspace: true, hasTerminal: true, hasEditor: true, hasGitRepository: false },
  safeOnly: {
    hasWorkspace: true,
    hasTerminal: false,
    hasEditor: false,
    hasGitRepository: false,
    maxRiskLevel: "safe",
  },
};

const fields: Readonly<Record<string, keyof ToolAvailabilityContext>> = {
  workspace: "hasWorkspace",
  terminal: "hasTerminal",
  editor: "hasEditor",
  "git-repository": "hasGitRepository",
};

export function filterOf(
  context: ToolAvailabilityContext,
  registry: Pick<ToolLookup, "getTool">,
): (tool: ToolIndexEntry) => boolean {
  const { maxRiskLevel } = context;
  const enabled = setOf(context.enabledToolIds, (name) => registry.getTool(name)?.id ?? name);
  const isDisabled = toolMatcher(context.disabledToolIds);
  const included = setOf(context.includedCategories);
  const excluded = setOf(context.excludedCategories);
  const tags = setOf(context.requiredTags, fold);
  const isOffered = (capability: string): boolean => {
    const field = ownValue(fields, capability);
    if (field !== undefined) return context[field] !== false;
    return context.capabilities === undefined || setOf(context.capabilities).has(capability);
  };
  return (tool) =>
    (enabled.size === 0 || enabled.has(tool.id)) &&
    !isDisabled(tool) &&
    (included.size === 0 || included.has(tool.category)) &&
    !excluded.has(tool.category) &&
    (maxRiskLevel === undefined || compareRisk(tool.risk, maxRiskLevel) <= 0) &&
    [...tags].every((tag) => tool.tags?.some((it) => fold(it) === tag)) &&
    (tool.requires ?? []).every(isOffered);
}

/** Tags and search are case-insensitive. */
export const fold = (text: string): string => text.toLowerCase();

function setOf(names: NameList | undefined, change = (name: string): string => name): ReadonlySet<string> {
  return new Set(Array.from(names ?? [], change));
}
