import { didYouMean } from "@toolkiln/project";

/** " Did you mean `x`?" for one of a few names: all of them when none is near. */
export function didYouMeanOneOf(wrong: string, known: readonly string[]): string {
  return didYouMean(wrong, known) || ` They are ${known.join(", ")}.`;
}

/** That there is no such tool: with the one that is near, or where to look for it. */
export function noSuchTool(id: string, known: readonly string[]): string {
  return `There is no tool \`${id}\`.${didYouMean(id, known) || " `toolkiln list` shows the tools."}`;
}
