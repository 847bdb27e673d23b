import { ToolResult } from "@toolkiln/runtime";
import { createHmac } from "node:crypto";
import { issueNotify } from "../generated/tools/issue-notify.js";

export const tool = issueNotify.implement(async ({ id, secret }, { services }) => {
  const issue = services.database.find(id);
  if (issue === undefined) return ToolResult.failed(`There is no issue ${id}.`, "NotFound");
  const body = JSON.stringify(issue);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { status: await services.webhook(body, signature) };
});
