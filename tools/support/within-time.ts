import { createContext, Script } from "node:vm";

/** A function took longer than it may. */
export class TimeIsUpError extends Error {
  override readonly name = "TimeIsUpError";
}

const surroundings: { action: () => unknown } = { action: () => undefined };
const context = createContext(surroundings);
const call = new Script("action()");

/**
 * Calls a function that must not wait and that a hostile pattern may keep busy; throws when its time is up. It holds up
 * the process for that long, so the time has to be short.
 */
export function withinTime<Result>(timeoutMs: number, action: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  surroundings.action = () => {
    result = { value: action() };
  };
  try {
    call.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    // The error may come from the other side, where errors have a class of their own.
    const isTimeout =
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isTimeout ? new TimeIsUpError("The time is up.") : error;
  }
  if (result === undefined) throw new TimeIsUpError("The time is up.");
  return result.value;
}
