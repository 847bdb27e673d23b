import type { ExecutionScope } from "../context/execution-scope.js";
import { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { ToolProgress } from "../context/tool-progress.js";
import type { NoServices } from "../context/tool-services.js";

/** What the context of a test holds; everything may be left out. */
export interface TestContextOptions<Services extends object = NoServices> extends Partial<
  Omit<ExecutionScope, "services" | "signal" | "report" | "startedAt">
> {
  readonly services?: Services;
  readonly signal?: AbortSignal;
}

/** A context for the unit test of an implementation, with the progress that it reported. */
export class TestContext<Services extends object = NoServices> extends ToolExecutionContext<Services> {
  /** Everything that was reported, in its order. */
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
