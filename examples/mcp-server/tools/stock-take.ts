import { ToolResult } from "@toolkiln/runtime";
import { stockTake } from "../generated/tools/stock-take.js";

export const tool = stockTake.implement(({ name, amount }, { services }) => {
  const left = (services.warehouse.get(name) ?? 0) - amount;
  if (left < 0)
    return ToolResult.failed(
      `The warehouse has fewer than ${amount} of '${name}'. Call stock-find for the amounts.`,
      "TooFew",
    );
  services.warehouse.set(name, left);
  return { left };
});
