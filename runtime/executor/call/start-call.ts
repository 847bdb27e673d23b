import type { ToolHandle } from "../../registry/tool-handle.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { makeFailure, ToolResult } from "../../result/tool-result.js";
import type { AnyTool } from "../../tool/tool.js";
import { snapshot } from "../../validation/snapshot.js";
import { decideCall } from "../approval/decide-call.js";
import { prepareCall, type CallAssessment } from "./prepare-call.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** Runs an open call synchronously as far as possible; the rest runs asynchronously. */
export function startCall(call: ToolCall, input: unknown): void {
  try {
    const handle = findTool(call);
    if (handle === undefined) return;
    const waiting =
      handle.loaded === undefined
        ? loadAndProceed(call, copy(input))
        : proceed(call, beginCall(call, handle.loaded), input);
    if (waiting !== undefined) waitFor(call, waiting);
  } catch (error) {
    call.fail(error);
  }
}

/** A separate function, because a closure in `startCall` would cost every call an allocation. */
function waitFor(call: ToolCall, waiting: Promise<void>): void {
  call.watch();
  waiting.catch((error: unknown) => call.fail(error));
}

/** Finds and loads the tool of a call and begins the call; undefined if the call has ended. */
export async function loadTool(call: ToolCall): Promise<ToolPlan | undefined> {
  const handle = findTool(call);
  call.watch();
  try {
    const tool = await handle?.load();
    return tool === undefined || call.hasEnded ? undefined : beginCall(call, tool);
  } catch (error) {
    call.refuse("unavailable", makeFailure({ ...errorFromUnknown(error), code: "NotAvailable" }));
    return undefined;
  }
}

/** Sets plan and deadline. */
export function beginCall(call: ToolCall, tool: AnyTool): ToolPlan {
  const { host, parent, startTime } = call;
  const plan = host.planOf(tool);
  const deadline = startTime + plan.timeout;
  call.plan = plan;
  call.risk = plan.spec.risk;
  call.deadline = parent === undefined ? deadline : Math.min(deadline, parent.deadline);
  if (!call.isQuiet) host.observer.started(call);
  return plan;
}

/** A snapshot of the input for a call that is validated later; validation rejects an unreadable input. */
export function copy(input: unknown): unknown {
  try {
    return snapshot(input);
  } catch {
    return input;
  }
}

async function loadAndProceed(call: ToolCall, input: unknown): Promise<void> {
  const plan = await loadTool(call);
  if (plan !== undefined) await proceed(call, plan, input);
}

/** Prepares and decides a call with a known tool; synchronous if possible. */
function proceed(call: ToolCall, plan: ToolPlan, input: unknown): Promise<void> | undefined {
  const prepared = prepareCall(call, plan, plan.isGuarded ? copy(input) : input);
  return "params" in prepared ? decideCall(call, plan, prepared) : decideAfter(call, plan, prepared);
}

async function decideAfter(call: ToolCall, plan: ToolPlan, prepared: Promise<CallAssessment>): Promise<void> {
  await decideCall(call, plan, await prepared);
}

/** The call's tool; refuses the call if there is none. */
function findTool(call: ToolCall): ToolHandle | undefined {
  if (call.hasEnded) return undefined;
  // Models ignore types: the id can be any value.
  const isNamed = typeof (call.toolId as unknown) === "string";
  const handle = isNamed ? call.host.registry.getTool(call.toolId) : undefined;
  if (handle === undefined) {
    call.refuse("notFound", ToolResult.failed(`Tool '${call.toolId}' not found`, "ToolNotFound"));
  } else call.toolId = handle.id;
  return handle;
}
