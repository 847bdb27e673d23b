import { setTimeout } from "node:timers/promises";
import { testToolWithProgress } from "../generated/tools/test-tool-with-progress.js";

export const tool = testToolWithProgress.implement(async (_params, context) => {
  for (const percent of [0, 50, 100]) {
    context.reportProgress(`Completed ${percent} of 100`, percent, 100);
    await setTimeout(50);
  }
  return { content: "Done." };
});
