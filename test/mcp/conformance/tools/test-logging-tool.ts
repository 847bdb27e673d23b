import { testLoggingTool } from "../generated/tools/test-logging-tool.js";

export const tool = testLoggingTool.implement((_params, context) => {
  context.reportProgress("Working");
  return { content: "Done." };
});
