import type { ToolLookup } from "../registry/tool-lookup.js";
import { forbiddenBy } from "../tool/forbidden-tools.js";
import type { ToolExecutorOptions } from "./executor-options.js";

/** Characters or bytes of a key that are too few to be hard to guess. */
const shortKey = 16;

/** What an executor allows but its application hardly means, in words for the log. */
export function doubtsAbout(
  { approvals, policy, availability }: ToolExecutorOptions,
  { tools }: ToolLookup,
): string[] {
  const forbidden = [...(policy?.deny ?? []), ...(availability?.disabledToolIds ?? [])];
  const doubts = forbidden.flatMap((name) => {
    const isForbidden = forbiddenBy([name]);
    return tools.some(({ metadata }) => isForbidden(metadata))
      ? []
      : [`No tool is named '${name}', which is forbidden. Is it misspelt?`];
  });
  if ((approvals?.key?.length ?? shortKey) < shortKey) {
    doubts.push("approvals.key is short; 32 random bytes are hard to guess.");
  }
  return doubts;
}
