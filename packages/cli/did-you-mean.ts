import { nearestName } from "@toolkiln/runtime/vocabulary";

/** " Did you mean `x`?", or nothing when no known name is near. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const name = nearestName(wrong, known);
  return name === undefined ? "" : ` Did you mean \`${name}\`?`;
}

/** The same for a few names: all of them when none is near. */
export function didYouMeanOneOf(wrong: string, known: readonly string[]): string {
  return didYouMean(wrong, known) || ` They are ${known.join(", ")}.`;
}

/** That there is no such tool: with the one that is near, or where to look for it. */
export function noSuchTool(id: string, known: readonly string[]): string {
  return `There is no tool \`${id}\`.${didYouMean(id, known) || " `toolkiln list` shows the tools."}`;
}
