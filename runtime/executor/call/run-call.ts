import { ToolExecutionContext } from "../../context/tool-execution-context.js";
import type { CallScope } from "../executor-options.js";
import type { ToolCall } from "./tool-call.js";

/** Runs a call's tool in this process. Calls that it makes meanwhile are nested calls. */
export function runCall(call: ToolCall): unknown {
  const { host } = call;
  const { callScope } = host.options;
  call.began();
  const before = host.current;
  host.current = call;
  try {
    return callScope === undefined ? runTool(call) : runInScope(callScope, call);
  } finally {
    host.current = before;
  }
}

function runInScope(callScope: CallScope, call: ToolCall): unknown {
  return callScope.run(call, () => runTool(call));
}

function runTool(call: ToolCall): unknown {
  return call.plan?.tool.run(call.effectiveParameters, new ToolExecutionContext(call));
}
