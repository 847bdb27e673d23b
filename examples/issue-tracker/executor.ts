import { ToolExecutor, type Approver } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";
import { registry } from "./generated/registry.js";
import type { Services } from "./tools/services.js";

/** Creates the executor of the process, with the services, workspace and injected values of all calls. */
export async function createExecutor(services: Services, folder: string, approve?: Approver) {
  const workspace = await Workspace.open(folder);
  const inject = { webhookSecret: process.env["TRACKER_SECRET"] ?? "development" };
  return new ToolExecutor(registry, { services, workspace, inject, ...(approve && { approve }) });
}
