import { didYouMean } from "@toolkiln/project";

/** The message for an unknown tool: suggests a similar id or command. */
export function noSuchTool(id: string, known: readonly string[]): string {
  return `There is no tool \`${id}\`.${didYouMean(id, known) || " `toolkiln list` shows the tools."}`;
}
