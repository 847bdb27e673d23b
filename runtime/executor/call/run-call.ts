import { ToolExecutionContext } from "../../context/tool-execution-context.js";
import type { ToolCall } from "./tool-call.js";

/** Runs the tool of a call here. Calls that the tool makes meanwhile are known as nested. */
export function runCall(call: ToolCall): unknown {
  const { host, plan, effectiveParameters } = call;
  const { callScope } = host.options;
  call.began();
  const context = new ToolExecutionContext(call);
  const before = host.current;
  host.current = call;
  try {
    return callScope === undefined
      ? plan?.tool.run(effectiveParameters, context)
      : callScope.run(call, () => plan?.tool.run(effectiveParameters, context));
  } finally {
    host.current = before;
  }
}
