import { createContext, Script } from "node:vm";
import picomatch from "picomatch";

/** Time for one path: a pattern such as `*a*a*a*a*a*b` would otherwise hold up the whole process. */
const timeoutMs = 200;

const match = new Script("matches(path)");

/** Matching a glob took too long. */
export class GlobTimeoutError extends Error {
  override readonly name = "GlobTimeoutError";
}

/** Tells whether a path matches a glob. Extended patterns are off: they can be made to take for ever. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = picomatch(pattern, { dot: true, noextglob: true });
  // Few wildcards cannot be slow, and are matched without the cost of a clock.
  if ((pattern.match(/\*+|[?{]/g) ?? []).length <= 3) return (path) => matches(path);
  const context = createContext({ matches, path: "" });
  return (path) => {
    context["path"] = path;
    try {
      return match.runInContext(context, { timeout: timeoutMs }) === true;
    } catch {
      throw new GlobTimeoutError("The pattern takes too long. Write it with fewer wildcards.");
    }
  };
}
