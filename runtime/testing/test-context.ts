import type { ExecutionScope } from "../context/execution-scope.js";
import { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { ToolProgress } from "../context/tool-progress.js";
import type { NoServices } from "../context/tool-services.js";
import { toLlmContext } from "../result/llm-context.js";
import type { ToolResult } from "../result/tool-result.js";

/** Options of a test context; all are optional. */
export interface TestContextOptions<Services extends object = NoServices> extends Partial<
  Omit<ExecutionScope, "services" | "signal" | "report" | "startedAt">
> {
  readonly services?: Services;
  readonly signal?: AbortSignal;
}

/** A context for unit tests of an implementation; records reported progress. */
export class TestContext<Services extends object = NoServices> extends ToolExecutionContext<Services> {
  readonly progress: readonly ToolProgress[];

  constructor(options: TestContextOptions<Services> = {}) {
    const { signal = new AbortController().signal, ...scope } = options;
    const progress: ToolProgress[] = [];
    super({
      toolId: "test",
      executionId: "test",
      isApproved: true,
      parameters: {},
      ...scope,
      startedAt: Date.now(),
      signal: () => signal,
      report: (step) => progress.push(step),
    });
    this.progress = progress;
  }
}

/** A result as text for a model, without its duration: stable, for snapshots. */
export function llmSnapshot(result: ToolResult): string {
  return toLlmContext(result).replace(/\nDuration: .*$/, "");
}
