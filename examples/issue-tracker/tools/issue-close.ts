import { issueClose } from "../generated/tools/issue-close.js";

export const tool = issueClose.implement(({ ids }, context) => {
  const { database } = context.services;
  const closed: number[] = [];
  for (const [index, id] of ids.entries()) {
    closed.push(...database.closeIssues([id]));
    context.reportProgress(`Closed issue ${id}`, index + 1, ids.length);
  }
  return { closed };
});
