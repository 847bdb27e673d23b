import type { ToolExecutor } from "@toolkiln/runtime";
import { log, visible } from "../output.js";

/**
 * Keeps the process alive when a tool leaves a rejection that nobody handles: the call that it comes from fails, the
 * others go on. Gives the function that ends it.
 */
export function keepServing(executor: ToolExecutor): () => void {
  const handle = (reason: unknown): void => {
    const whose = executor.failCaller(reason)
      ? "a call, which failed"
      : "a call that had ended, or from none";
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    log(visible(`Unhandled rejection from ${whose}: ${text}`));
  };
  process.on("unhandledRejection", handle);
  return () => process.off("unhandledRejection", handle);
}
