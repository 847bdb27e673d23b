import { tokenBudgetRule } from "./portability/budget.js";
import { portabilityRule } from "./portability/portability.js";
import type { ModelRule } from "./rule.js";

/** The rules over lowered tools, in the order in which they are asked. What depends on providers belongs here. */
export const modelRules: readonly ModelRule[] = [portabilityRule, tokenBudgetRule];
