import { nearestName } from "@toolkiln/runtime/vocabulary";

/** " Did you mean `x`?", or nothing when no known name is near. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const name = nearestName(wrong, known);
  return name === undefined ? "" : ` Did you mean \`${name}\`?`;
}
