/** What names a provider accepts for tools. */
export interface NameRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/** Whether a provider accepts a name. */
function isLegalName(name: string, { pattern, maxLength }: NameRule): boolean {
  return name.length > 0 && name.length <= maxLength && pattern.test(name);
}

/** The name itself where a provider accepts it, else the nearest one that it accepts. */
export function legalName(name: string, rule: NameRule): string {
  if (isLegalName(name, rule)) return name;
  const folded = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, rule.maxLength);
  return isLegalName(folded, rule) ? folded : `t_${folded}`.slice(0, rule.maxLength);
}
