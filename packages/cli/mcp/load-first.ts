import type { McpExecutor } from "@toolkiln/mcp";
import type { ToolExecutor, ToolHandle } from "@toolkiln/runtime";

/** An executor that loads each tool with `loadTool` before its first call. The call itself reports import errors. */
export function loadFirst(
  executor: ToolExecutor,
  loadTool: (handle: ToolHandle) => Promise<void>,
): McpExecutor {
  const { registry, availability } = executor;
  const load = async (id: string): Promise<void> => {
    const handle = registry.getTool(id);
    if (handle !== undefined && handle.loaded === undefined) await loadTool(handle);
  };
  return {
    registry,
    availability,
    mayNeedApproval: (id) => executor.mayNeedApproval(id),
    async dispatch(id, input, options) {
      await load(id);
      return executor.dispatch(id, input, options);
    },
    async prepare(id, input, options) {
      await load(id);
      return executor.prepare(id, input, options);
    },
    // A resumed call was prepared here or in another process with its own modules.
    resume: (token, decision, options) => executor.resume(token, decision, options),
  };
}
