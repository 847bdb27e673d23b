import type { ProviderLimits } from "./limits.js";

/** Returns a valid name unchanged; otherwise replaces invalid characters. */
export function legalName(name: string, { namePattern, nameLength }: ProviderLimits): string {
  const pattern = new RegExp(namePattern.value);
  const maxLength = nameLength.value;
  const isLegal = (text: string): boolean =>
    text.length > 0 && text.length <= maxLength && pattern.test(text);
  if (isLegal(name)) return name;
  const folded = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, maxLength);
  return isLegal(folded) ? folded : `t_${folded}`.slice(0, maxLength);
}

/** The name itself; if taken, with the first free number appended. */
export function freeName(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}
