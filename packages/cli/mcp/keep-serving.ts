import type { ToolExecutor } from "@toolkiln/runtime";
import { log, visible } from "../output.js";

/**
 * Keeps the process alive after an unhandled rejection in a tool: its call fails, other calls continue. Returns a
 * function that removes the handler.
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
