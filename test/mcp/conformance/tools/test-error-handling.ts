import { testErrorHandling } from "../generated/tools/test-error-handling.js";

export const tool = testErrorHandling.implement(() => {
  throw new Error("This tool intentionally returns an error for testing");
});
