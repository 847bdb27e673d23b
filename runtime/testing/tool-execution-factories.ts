import { ToolExecution, type EndedCall, type ToolExecutionStatus } from "../executor/tool-execution.js";
import { isToolResult, ToolResult } from "../result/tool-result.js";

/** Options of a test execution besides its outcome. */
export type TestExecutionOptions = Partial<Pick<EndedCall, "executionId" | "durationMs" | "approval">> &
  EndedCall["options"];

/** Creates executions for tests. */
export const toolExecution = {
  completed<Data>(
    toolId: string,
    output: Data | ToolResult<Data>,
    options?: TestExecutionOptions,
  ): ToolExecution<Data> {
    const result = isToolResult(output) ? output : ToolResult.succeeded(output);
    return make("completed", toolId, result, options);
  },
  failed: (toolId: string, thrown: unknown, options?: TestExecutionOptions): ToolExecution =>
    make("failed", toolId, ToolResult.fromError(thrown), options),
  cancelled: (toolId: string, options?: TestExecutionOptions): ToolExecution =>
    make("cancelled", toolId, ToolResult.cancelled(), options),
  timedOut: (toolId: string, options?: TestExecutionOptions): ToolExecution =>
    make("timedOut", toolId, ToolResult.timeout(options?.durationMs ?? 0), options),
  notFound: (toolId: string, options?: TestExecutionOptions): ToolExecution =>
    make("notFound", toolId, ToolResult.failed(`Tool '${toolId}' not found`, "ToolNotFound"), options),
};

function make<Data>(
  status: ToolExecutionStatus,
  toolId: string,
  result: ToolResult<Data>,
  { durationMs = 0, executionId = "test", approval = "notRequired", ...options }: TestExecutionOptions = {},
): ToolExecution<Data> {
  const startedAt = Date.now() - durationMs;
  return new ToolExecution(status, result, { toolId, executionId, approval, startedAt, durationMs, options });
}
