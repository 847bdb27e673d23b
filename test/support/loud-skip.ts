/** Prints what is skipped and why to standard error. In CI, where nobody reads it, throws instead (not on Windows). */
export function skipLoudly(what: string, reason: string): void {
  const isExcused = process.platform === "win32";
  if (process.env["CI"] === "true" && !isExcused) throw new Error(`${what}: ${reason}`);
  process.stderr.write(`SKIPPED ${what}: ${reason}\n`);
}
