import { filterOf, type ToolAvailabilityContext } from "../../registry/tool-availability-context.js";
import type { ToolLookup } from "../../registry/tool-lookup.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import { compileClaims } from "../locks/resource-claim.js";
import type { SettledOptions } from "../settle-options.js";
import { isSettledByInput, type ToolPlan } from "./tool-plan.js";

/** Adds what simple calls do without. A tool that is special only in what it claims is a simple one from then on. */
export function completePlan(plan: ToolPlan, options: SettledOptions, registry: ToolLookup): void {
  if (plan.isOffered !== undefined) return;
  const { tool, spec } = plan;
  plan.isOffered = offerOf(spec, options.availability, registry);
  plan.claims = compileClaims(spec.concurrency);
  plan.simple = isSettledByInput(tool, options);
}

function offerOf(
  spec: ToolSpec,
  context: ToolAvailabilityContext | undefined,
  registry: ToolLookup,
): (workspacePath: string | undefined) => boolean {
  if (context === undefined) return () => true;
  const always = filterOf(context, registry)(spec);
  const inWorkspace = filterOf({ ...context, hasWorkspace: true }, registry)(spec);
  return (workspacePath) => always || (workspacePath !== undefined && inWorkspace);
}
