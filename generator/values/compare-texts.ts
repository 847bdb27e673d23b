/** Compares strings by code units: the same order on every machine, in every locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
