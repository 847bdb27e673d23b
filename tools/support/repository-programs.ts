import { runProcess } from "./run-process.js";

/** Keys that name programs which git starts while it only reads: the filters of a repository's attributes. */
const programKey = /^filter\.(.+)\.(clean|smudge|process|required)$/;

/**
 * Variables that keep a repository's own configuration from choosing programs for git to start. What the user or the
 * system configured stays: it was there before the repository came. Undefined when the configuration cannot be read to
 * its end, because any program may be named in the part that is missing.
 */
export async function withoutRepositoryPrograms({
  folder,
  program,
  signal,
}: {
  readonly folder: string;
  /** Where git lies. */
  readonly program: string;
  readonly signal: AbortSignal;
}): Promise<Readonly<Record<string, string>> | undefined> {
  const { exitCode, stdout, truncated } = await runProcess({
    command: program,
    args: ["config", "--list", "--show-scope", "--null", "--includes"],
    cwd: folder,
    timeoutMs: 10_000,
    maxOutputBytes: 20_000_000,
    signal,
  });
  if (exitCode !== 0 || truncated) return undefined;
  const settings = overridesOf(stdout);
  const variables = [...settings].flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.size), ...Object.fromEntries(variables) };
}

/** For every program that the repository names: what the user or the system would have it be, or nothing. */
function overridesOf(listing: string): ReadonlyMap<string, string> {
  const trusted = new Map<string, string>();
  const named = new Set<string>();
  const fields = listing.split("\0");
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope, entry = ""] = [fields[index], fields[index + 1]];
    const end = entry.indexOf("\n");
    const key = end < 0 ? entry : entry.slice(0, end);
    if (!programKey.test(key)) continue;
    if (scope === "system" || scope === "global") trusted.set(key, end < 0 ? "true" : entry.slice(end + 1));
    else named.add(key);
  }
  const harmless = (key: string): string => (key.endsWith(".required") ? "false" : "");
  return new Map([...named].map((key) => [key, trusted.get(key) ?? harmless(key)]));
}
