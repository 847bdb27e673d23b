import picomatch from "picomatch";
import { countWildcards, mayTakeLong } from "./pattern-cost.js";
import { TimeIsUpError, withinTime } from "./within-time.js";

/** Time for one path: a pattern such as `*a*a*a*a*a*b` would otherwise hold up the whole process. */
const timeoutMs = 200;

/** Matching a glob took too long. */
export class GlobTimeoutError extends Error {
  override readonly name = "GlobTimeoutError";
}

/**
 * Tells whether a path matches a glob. Extended patterns are off, and what would be a group, an alternative or a repetition
 * of a regular expression is an ordinary character, as names have them.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = picomatch(withoutGroups(pattern), { dot: true, noextglob: true });
  const wildcards = [countWildcards(pattern)];
  return (path) => {
    if (!mayTakeLong(wildcards, path.length)) return matches(path);
    try {
      return withinTime(timeoutMs, () => matches(path));
    } catch (error) {
      if (!(error instanceof TimeIsUpError)) throw error;
      throw new GlobTimeoutError("The pattern takes too long. Write it with fewer wildcards.");
    }
  };
}

/** Escapes the characters that picomatch would hand on to a regular expression; what is escaped already stays. */
function withoutGroups(pattern: string): string {
  return pattern.replaceAll(/\\.|[()|+]/gs, (found) => (found.startsWith("\\") ? found : `\\${found}`));
}
