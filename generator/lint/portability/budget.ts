import type { TargetCost } from "@toolkiln/providers";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolModel } from "../../model/tool-model.js";
import { placeIn } from "../../read/places.js";
import type { ModelRule } from "../rule.js";

/** Definitions cost no more than the project wants to pay in every request, whatever the target. */
export const tokenBudgetRule: ModelRule = {
  name: "token-budget",
  async check(models, { budget, targets = ["openai"] }) {
    if (budget === undefined) return [];
    const { findTarget, measureCost } = await import("@toolkiln/providers");
    const specs = models.map(({ spec }) => spec);
    const costs = await Promise.all(targets.map((settings) => measureCost(specs, findTarget(settings))));
    return [
      ...models.flatMap((model) => checkTool(model, costs, budget.tool ?? Number.POSITIVE_INFINITY)),
      ...checkTotal(models, costs, budget.total ?? Number.POSITIVE_INFINITY),
    ];
  },
};

/** The target that costs most stands for all. */
function checkTool({ spec, origin }: ToolModel, costs: readonly TargetCost[], most: number): Diagnostic[] {
  const [worst] = costs.toSorted((a, b) => tokensOf(b, spec.id) - tokensOf(a, spec.id));
  if (worst === undefined || tokensOf(worst, spec.id) <= most) return [];
  const message = `The definition costs ${amount(worst, tokensOf(worst, spec.id))} at ${worst.target}; the budget of a tool is ${most}.`;
  const help = "Shorten its descriptions, or raise `budget.tool` in the configuration.";
  return [diagnostic("TK5009", placeIn(origin, ["description"], "key"), message, { help })];
}

function checkTotal(models: readonly ToolModel[], costs: readonly TargetCost[], most: number): Diagnostic[] {
  const [worst] = costs.toSorted((a, b) => b.total - a.total);
  if (worst === undefined || worst.total <= most) return [];
  const [dearest] = models.toSorted((a, b) => tokensOf(worst, b.spec.id) - tokensOf(worst, a.spec.id));
  if (dearest === undefined) return [];
  const message = `All definitions cost ${amount(worst, worst.total)} at ${worst.target}; the budget is ${most}. This tool costs most.`;
  const help =
    "See `toolkiln cost`; offer fewer tools at once, or raise `budget.total` in the configuration.";
  return [diagnostic("TK5009", placeIn(dearest.origin, ["id"]), message, { help })];
}

function tokensOf({ tools }: TargetCost, id: string): number {
  return tools.get(id) ?? 0;
}

function amount({ exact }: TargetCost, tokens: number): string {
  return `${exact ? "" : "about "}${tokens} tokens`;
}
