import { oneLine } from "../../result/log-summary.js";

/** Causes of causes at most: one may be its own. */
const mostCauses = 5;

/** Where something was thrown, in one line: the frames of its stack, then its causes with theirs; empty when unknown. */
export function thrownAt(thrown: unknown): string {
  try {
    const stacks: string[] = [];
    for (let error = thrown; stacks.length < mostCauses && isErrorLike(error); error = error.cause) {
      const { stack, message } = error;
      // The message of what was thrown is a part of the result already.
      stacks.push(stacks.length === 0 ? stack.slice(stack.indexOf(message) + message.length) : stack);
    }
    return oneLine(stacks.join("\ncaused by "));
  } catch {
    // An error of somebody else's making may throw when it is looked at.
    return "";
  }
}

interface ErrorLike {
  readonly stack: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** Errors are known by their looks: one of another realm or copy is none to `instanceof`. */
function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== "object" || value === null) return false;
  const { stack, message } = value as Partial<Record<keyof ErrorLike, unknown>>;
  return typeof stack === "string" && typeof message === "string" && stack.includes(message);
}
