import { setTimeout } from "node:timers/promises";
import { testToolWithLogging } from "../generated/tools/test-tool-with-logging.js";

export const tool = testToolWithLogging.implement(async (_params, context) => {
  for (const step of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    context.reportProgress(step);
    await setTimeout(50);
  }
  return { content: "Done." };
});
