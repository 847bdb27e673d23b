import { createContext, Script } from "node:vm";
import { isRecord } from "@toolkiln/runtime/json";
import picomatch from "picomatch";

/** Steps that take some tens of milliseconds at most. */
const fewSteps = 500_000;
/** Milliseconds for one path: a pattern such as `*a*a*a*a*a*b` would otherwise hold up the whole process. */
const timeout = 200;

/** Matching a pattern took too long. */
export class PatternTimeoutError extends Error {
  override readonly name = "PatternTimeoutError";

  constructor() {
    super("The pattern takes too long. Write it with fewer wildcards.");
  }
}

const surroundings: { action: () => unknown } = { action: () => undefined };
const context = createContext(surroundings);
const call = new Script("action()");

/**
 * Compiles a glob to a function that matches paths. Extended patterns are off, and what would be a group, an alternative or a repetition
 * of a regular expression is an ordinary character, as names have them.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = picomatch(withoutGroups(pattern), { dot: true, noextglob: true });
  const wildcards = [countWildcards(pattern)];
  return (path) => (mayTakeLong(wildcards, path.length) ? matchInTime(() => matches(path)) : matches(path));
}

/** Escapes the characters that picomatch would hand on to a regular expression; what is escaped already stays. */
function withoutGroups(pattern: string): string {
  return pattern.replaceAll(/\\.|[()|+]/gs, (found) => (found.startsWith("\\") ? found : `\\${found}`));
}

/** How many wildcards of a glob can give and take characters; braces count twice, because alternatives multiply. */
export function countWildcards(pattern: string): number {
  return (pattern.match(/\*+|\?|\{/g) ?? []).reduce((sum, found) => sum + (found === "{" ? 2 : 1), 0);
}

/**
 * Whether matching a text may take long. The wildcards of a pattern can be laid over a text in as many ways as they can be
 * chosen from its places, and a text that almost matches has all of them tried.
 */
export function mayTakeLong(wildcards: readonly number[], length: number): boolean {
  let steps = 0;
  for (const count of wildcards) {
    let ways = 1;
    for (let index = 1; index <= count && ways <= fewSteps; index++) ways *= (length + index) / index;
    steps += ways;
    if (steps > fewSteps) return true;
  }
  return false;
}

/** Matches a pattern that may be hostile. It holds up the process, so the time is short. */
export function matchInTime<Result>(match: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  surroundings.action = () => {
    result = { value: match() };
  };
  try {
    call.runInContext(context, { timeout });
  } catch (error) {
    // The error may come from the other side, where errors have a class of their own.
    throw isRecord(error) && error["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT"
      ? new PatternTimeoutError()
      : error;
  }
  if (result === undefined) throw new PatternTimeoutError();
  return result.value;
}
