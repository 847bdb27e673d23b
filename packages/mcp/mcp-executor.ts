import type { ExecuteOptions, PreparedCall, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";

/** The part of `ToolExecutor` that the server uses. */
export interface McpExecutor extends Pick<
  ToolExecutor,
  "availability" | "dispatch" | "mayNeedApproval" | "resume"
> {
  readonly registry: Pick<ToolRegistry, "getTool" | "getToolSpecs" | "on">;
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<PreparedCall>;
}
