import { ToolResult } from "@toolkiln/runtime";
import { stockRemove } from "../generated/tools/stock-remove.js";

export const tool = stockRemove.implement(({ name, amount }, { services }) => {
  const remaining = (services.warehouse.get(name) ?? 0) - amount;
  if (remaining < 0)
    return ToolResult.failed(
      `The warehouse has fewer than ${amount} of '${name}'. Call stock-find for the amounts.`,
      "TooFew",
    );
  services.warehouse.set(name, remaining);
  return { remaining };
});
