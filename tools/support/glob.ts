import picomatch from "picomatch";

/** Tells whether a path matches a glob. Extended patterns are off: they can be made to take for ever. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = picomatch(pattern, { dot: true, noextglob: true });
  return (path) => matches(path);
}
