/** Names that a provider accepts for properties, by the manifest's names. */
export function legalPropertyNames(
  names: readonly string[],
  legal: RegExp | undefined,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const taken = new Set(names.filter((name) => legal === undefined || legal.test(name)));
  for (const name of names) {
    if (taken.has(name) && (legal === undefined || legal.test(name))) chosen.set(name, name);
    else {
      const sentName = inventName(name, taken);
      taken.add(sentName);
      chosen.set(name, sentName);
    }
  }
  return chosen;
}

function inventName(name: string, taken: ReadonlySet<string>): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, 56);
  const base = /^[A-Za-z_]/.test(letters) ? letters : `p_${letters}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
