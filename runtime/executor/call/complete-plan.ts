import { filterOf, type ToolAvailabilityContext } from "../../registry/tool-availability-context.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import { compileClaims } from "../locks/resource-claim.js";
import { isSettledByInput, type ToolPlan } from "./tool-plan.js";

/** Adds what simple calls do without. A tool that is special only in what it claims is a simple one from then on. */
export function completePlan(plan: ToolPlan, options: ToolExecutorOptions): void {
  if (plan.isOffered !== undefined) return;
  const { tool, spec } = plan;
  plan.isOffered = offerOf(spec, options.availability);
  plan.claims = compileClaims(spec.concurrency);
  plan.simple = isSettledByInput(tool, options);
}

function offerOf(
  spec: ToolSpec,
  context: ToolAvailabilityContext | undefined,
): (workspacePath: string | undefined) => boolean {
  if (context === undefined) return () => true;
  const currentId = (name: string): string => {
    return name === spec.id || spec.renamedFrom?.includes(name) === true ? spec.id : name;
  };
  const always = filterOf(context, currentId)(spec);
  const inWorkspace = filterOf({ ...context, hasWorkspace: true }, currentId)(spec);
  return (workspacePath) => always || (workspacePath !== undefined && inWorkspace);
}
