import { createContext, Script } from "node:vm";
import { isRecord } from "@toolkiln/runtime/json";
import picomatch from "picomatch";
import { FailureError } from "./failure-error.js";

/** Up to this number of steps, matching takes at most some tens of milliseconds. */
const fastSteps = 500_000;
/** Milliseconds for one path: a pattern such as `*a*a*a*a*a*b` would otherwise block the process. */
const timeout = 200;

const sandbox: { action: () => unknown } = { action: () => undefined };
const context = createContext(sandbox);
const call = new Script("action()");

/** Compiles a glob to a function that matches paths. Extended globs are off; `(`, `)`, `|` and `+` match themselves. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = picomatch(withoutGroups(pattern), { dot: true, noextglob: true });
  const wildcards = [countWildcards(pattern)];
  return (path) => (mayBeSlow(wildcards, path) ? matchWithTimeout(() => matches(path)) : matches(path));
}

/** Escapes the characters that picomatch would copy into its regular expression. */
function withoutGroups(pattern: string): string {
  return pattern.replaceAll(/\\.|[()|+]/gs, (found) => (found.startsWith("\\") ? found : `\\${found}`));
}

/** The number of wildcards in a glob; braces count twice, because alternatives multiply. */
export function countWildcards(pattern: string): number {
  return (pattern.match(/\*+|\?|\{/g) ?? []).reduce((sum, found) => sum + (found === "{" ? 2 : 1), 0);
}

/**
 * Whether matching a text may be slow. In the worst case backtracking tries every way to distribute the wildcards over the
 * positions of the text: a binomial coefficient.
 */
export function mayBeSlow(wildcards: readonly number[], { length }: string): boolean {
  let steps = 0;
  for (const count of wildcards) {
    let ways = 1;
    for (let index = 1; index <= count && ways <= fastSteps; index++) ways *= (length + index) / index;
    steps += ways;
    if (steps > fastSteps) return true;
  }
  return false;
}

/** Matches an untrusted pattern with a short timeout, because matching blocks the process. */
export function matchWithTimeout<Result>(match: () => Result): Result {
  sandbox.action = match;
  try {
    return call.runInContext(context, { timeout }) as Result;
  } catch (error) {
    // The error may come from the other context, which has its own Error class.
    if (!isRecord(error) || error["code"] !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new FailureError("The pattern timed out. Use fewer wildcards.", "SearchTimeout");
  }
}
