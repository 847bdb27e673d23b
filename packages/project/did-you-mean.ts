import { nearestName } from "@toolkiln/runtime/vocabulary";

/** " Did you mean `x`?", or "" when no known name is similar. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const name = nearestName(wrong, known);
  return name === undefined ? "" : ` Did you mean \`${name}\`?`;
}

/** " Did you mean `x`?" for a short list; if no name is similar, lists all of them. */
export function didYouMeanOneOf(wrong: string, known: readonly string[]): string {
  return didYouMean(wrong, known) || ` Use one of: ${[...new Set(known)].join(", ")}.`;
}
