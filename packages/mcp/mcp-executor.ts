import type {
  ApprovalDecision,
  ExecuteOptions,
  PreparedCall,
  ResumeOptions,
  ToolAvailabilityContext,
  ToolExecution,
  ToolRegistry,
} from "@toolkiln/runtime";

/** The part of `ToolExecutor` that the server uses. */
export interface McpExecutor {
  readonly registry: Pick<ToolRegistry, "getTool" | "getToolSpecs" | "on">;
  readonly availability: ToolAvailabilityContext | undefined;
  mayNeedApproval(id: string): boolean;
  dispatch(id: string, input: unknown, options?: ExecuteOptions): Promise<ToolExecution>;
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<PreparedCall>;
  resume(token: string, decision: ApprovalDecision, options?: ResumeOptions): Promise<ToolExecution>;
}
