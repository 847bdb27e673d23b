import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { toolsetMembers } from "../../toolset-members.js";
import type { ModelRule } from "../rule.js";
import { checkNames } from "./names.js";
import { checkSchemas } from "./schemas.js";
import { checkClashes, checkRequest } from "./sets.js";
import { adaptToTargets } from "./target-tools.js";

/** The tools can be sent to every target of the configuration. */
export const portabilityRule: ModelRule = {
  name: "portability",
  async check(models, { targets = [], toolsets }) {
    const adapted = await adaptToTargets(models, targets);
    // A project with toolsets sends these, one at a time.
    const requests = toolsets === undefined ? [models] : Object.values(toolsetMembers(models, toolsets));
    const sent = await Promise.all(requests.map((request) => adaptToTargets(request, targets)));
    return [
      ...adapted.flatMap((tools) => [...checkNames(tools)]),
      ...checkClashes(adapted),
      ...withoutRepetition(sent.flat().flatMap((tools) => [...checkRequest(tools)])),
      ...checkSchemas(adapted),
    ];
  },
};

/** A tool may be in several toolsets, and have the same diagnostic in each. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((found) => [JSON.stringify(found), found])).values()];
}
