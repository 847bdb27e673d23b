import { ToolExecutor, type Approver } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";
import { registry } from "./generated/registry.js";
import type { Services } from "./tools/services.js";

/** One executor for the process; what calls share is given once. */
export async function createExecutor(services: Services, folder: string, approve?: Approver) {
  const workspace = await Workspace.open(folder);
  const inject = { webhookSecret: process.env["TRACKER_SECRET"] ?? "development" };
  return new ToolExecutor(registry, { services, workspace, inject, ...(approve && { approve }) });
}
