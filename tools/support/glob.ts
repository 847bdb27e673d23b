import picomatch from "picomatch";
import { countWildcards, matchInTime, mayTakeLong } from "./pattern-time.js";

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
