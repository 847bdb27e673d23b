import { nearestName } from "@toolkiln/runtime/vocabulary";

/** " Did you mean `x`?", or nothing when no known name is near. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const name = nearestName(wrong, known);
  return name === undefined ? "" : ` Did you mean \`${name}\`?`;
}

/** " Did you mean `x`?" for one of a few names: all of them when none is near. */
export function didYouMeanOneOf(wrong: string, known: readonly string[]): string {
  return didYouMean(wrong, known) || ` Use one of ${[...new Set(known)].join(", ")}.`;
}
