import { tokenBudgetRule } from "./portability/budget.js";
import { directoriesRule } from "./portability/directories.js";
import { portabilityRule } from "./portability/portability.js";
import type { ModelRule } from "./rule.js";
import { sharedNamesRule } from "./rules/shared-names.js";

/** The rules over lowered tools, in the order in which they are asked. */
export const modelRules: readonly ModelRule[] = [
  sharedNamesRule,
  portabilityRule,
  tokenBudgetRule,
  directoriesRule,
];
