import type { McpExecutor } from "@toolkiln/mcp";
import type { ToolExecutor, ToolHandle } from "@toolkiln/runtime";

/**
 * An executor whose tools are imported one after another. TypeScript is loaded by jiti where Node cannot do it itself,
 * and jiti hands out a module that two tools share before it is complete when both are imported at the same time.
 * Whether it failed is found out by the call itself.
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
    // What is resumed was prepared here or by another process, which has its own modules.
    resume: (token, decision, options) => executor.resume(token, decision, options),
  };
}
