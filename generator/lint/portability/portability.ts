import type { ModelRule } from "../rule.js";
import { checkNames } from "./names.js";
import { checkSchemas } from "./schemas.js";
import { checkSet } from "./sets.js";
import { adaptToTargets } from "./target-tools.js";

/** The tools can be told to every target of the configuration. */
export const portabilityRule: ModelRule = {
  name: "portability",
  async check(models, { targets = [] }) {
    const adapted = await adaptToTargets(models, targets);
    return [
      ...adapted.flatMap((tools) => [...checkNames(tools), ...checkSet(tools)]),
      ...checkSchemas(adapted),
    ];
  },
};
