import { toolMatcher } from "../tool/tool-matcher.js";
import { compareRisk, type RiskLevel } from "../tool/risk-level.js";
import type { ToolCategory } from "../tool/tool-category.js";
import type { ToolIndexEntry } from "../tool/tool-spec.js";
import { ownValue } from "../validation/own-value.js";
import type { ToolLookup } from "./tool-handle.js";

/** Some names; an empty list of names to include means no filter. */
export type NameList<Name extends string = string> = readonly Name[] | ReadonlySet<Name>;

/** What the surroundings offer and which tools are wanted. What is left out filters nothing. */
export interface ToolAvailabilityContext {
  readonly hasWorkspace?: boolean;
  readonly workspacePath?: string;
  readonly hasTerminal?: boolean;
  readonly hasEditor?: boolean;
  readonly hasGitRepository?: boolean;
  /** The capabilities of the author's own that are there; tools that require another are left out. */
  readonly capabilities?: NameList;
  /** Only these tools, unless empty. */
  readonly enabledToolIds?: NameList;
  /** Never these tools, under none of their names. */
  readonly disabledToolIds?: NameList;
  readonly maxRiskLevel?: RiskLevel;
  /** Only these categories, unless empty. */
  readonly includedCategories?: NameList<ToolCategory>;
  readonly excludedCategories?: NameList<ToolCategory>;
  /** Only tools that have all of these tags. */
  readonly requiredTags?: NameList;
}

/** Availability contexts for common surroundings. */
export const ToolAvailabilityContext: {
  /** A workspace, a terminal and an editor; no Git repository. */
  readonly default: ToolAvailabilityContext;
  /** A workspace, and only tools that change nothing. */
  readonly safeOnly: ToolAvailabilityContext;
} = {
  default: {
    hasWorkspace: true,
    hasTerminal: true,
    hasEditor: true,
    hasGitRepository: false,
  },
  safeOnly: {
    hasWorkspace: true,
    hasTerminal: false,
    hasEditor: false,
    hasGitRepository: false,
    maxRiskLevel: "safe",
  },
};

/** The capabilities that have a field of their own. */
const fields: Readonly<Record<string, keyof ToolAvailabilityContext>> = {
  workspace: "hasWorkspace",
  terminal: "hasTerminal",
  editor: "hasEditor",
  "git-repository": "hasGitRepository",
};

/** Makes the filter that a context stands for among the tools of a registry. */
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

/** Tags and search words mean the same in any case. */
export function fold(text: string): string {
  return text.toLowerCase();
}

function setOf(names: NameList | undefined, change = (name: string): string => name): ReadonlySet<string> {
  return new Set(Array.from(names ?? [], change));
}
