import type { McpExecutor } from "@toolkiln/mcp";
import type { ToolExecutor, ToolHandle } from "@toolkiln/runtime";

/**
 * An executor that imports tools one at a time. Where Node cannot load TypeScript, jiti does. When two tools are
 * imported at the same time, jiti can return a shared module before it is fully loaded. The call itself reports
 * import errors.
 */
export function loadInTurn(
  executor: ToolExecutor,
  loadTool: (handle: ToolHandle) => Promise<void>,
): McpExecutor {
  const { registry, availability } = executor;
  let turn: Promise<unknown> = Promise.resolve();
  const load = async (id: string): Promise<void> => {
    const handle = registry.getTool(id);
    if (handle === undefined || handle.loaded !== undefined) return;
    turn = turn.then(() => loadTool(handle)).catch(() => undefined);
    await turn;
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
