import { issueSearch } from "../generated/tools/issue-search.js";

export const tool = issueSearch.implement(({ text, filter = {}, limit }, { services }) => {
  const { state, labels, created = {} } = filter;
  return services.database.search({ text, state, labels, ...created }, limit);
});
