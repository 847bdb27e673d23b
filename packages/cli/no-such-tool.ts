import { didYouMean } from "@toolkiln/project";

/** That there is no such tool: with the one that is near, or where to look for it. */
export function noSuchTool(id: string, known: readonly string[]): string {
  return `There is no tool \`${id}\`.${didYouMean(id, known) || " `toolkiln list` shows the tools."}`;
}
