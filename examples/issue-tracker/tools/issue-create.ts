import { issueCreate } from "../generated/tools/issue-create.js";

export const tool = issueCreate.implement(({ title, labels }, { services }) =>
  services.database.create({ title, labels, created: services.clock().toISOString() }),
);
