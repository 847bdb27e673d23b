import type { ToolProgress } from "../../context/tool-progress.js";
import { callSafely } from "../../registry/listeners.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { CallRecorder } from "./call-recorder.js";
import { createEventHub, type EventHub } from "./event-hub.js";

/** Tells listeners, and whoever records it, what happens to calls. */
export class CallObserver {
  readonly events: EventHub = createEventHub((error) => this.recorder?.complain("A listener", error));
  /** Writes log, audit trail and trace. Loaded before the first call when one of them is wanted. */
  recorder: CallRecorder | undefined;
  readonly #isRecorded: boolean;

  constructor({ logger, audit, tracer }: ToolExecutorOptions) {
    this.#isRecorded = Boolean(logger ?? audit ?? tracer);
  }

  /** Whether calls have to wait for their recorder. */
  get lacksRecorder(): boolean {
    return this.#isRecorded && this.recorder === undefined;
  }

  /** The call's tool was found. */
  started(call: ToolCall): void {
    if (this.events.started.exist) this.events.started.tell(new StartedEvent(call));
    this.recorder?.started(call);
  }

  progress(call: ToolCall, progress: ToolProgress): void {
    const { onProgress } = call.options;
    if (onProgress !== undefined) {
      callSafely(onProgress, progress, (error) => this.recorder?.complain("onProgress", error));
    }
    if (!this.events.progress.exist) return;
    const { toolId, executionId } = call;
    this.events.progress.tell({ toolId, executionId, status: "inProgress", progress });
  }

  completed(call: ToolCall, execution: ToolExecution): void {
    this.events.completed.tell(execution);
    this.recorder?.completed(call, execution);
  }
}

/** What listeners of `started` are given; read from the call when it is asked for. */
class StartedEvent {
  readonly status = "pending";
  readonly #call: ToolCall;

  constructor(call: ToolCall) {
    this.#call = call;
  }

  get toolId(): string {
    return this.#call.toolId;
  }

  get toolName(): string {
    return this.#call.plan?.spec.name ?? this.#call.toolId;
  }

  get executionId(): string {
    return this.#call.executionId;
  }

  get startedAt(): Date {
    return new Date(this.#call.startedAt);
  }

  toJSON(): Record<string, unknown> {
    const { toolId, toolName, executionId, status, startedAt } = this;
    return { toolId, toolName, executionId, status, startedAt };
  }
}
