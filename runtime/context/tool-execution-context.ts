import type { ToolProgress } from "./tool-progress.js";

/** What the executor lends a context. A backend or a test may lend the same. */
export interface ExecutionScope {
  readonly toolId: string;
  readonly executionId: string;
  readonly sessionId?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly isApproved: boolean;
  /** The validated parameters as they were asked for. */
  readonly parameters: unknown;
  /** The parameters as an approver changed them. */
  readonly modifiedParameters?: unknown;
  readonly services?: ReadonlyMap<unknown, unknown> | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Asked for on first access, because a signal that nobody reads is the dearest part of a call. */
  signal(): AbortSignal;
  report(progress: ToolProgress): void;
}

/** What a tool's body knows of its call and may use while it runs. */
export class ToolExecutionContext {
  readonly #scope: ExecutionScope;

  constructor(scope: ExecutionScope) {
    this.#scope = scope;
  }

  get toolId(): string {
    return this.#scope.toolId;
  }

  get executionId(): string {
    return this.#scope.executionId;
  }

  get sessionId(): string | undefined {
    return this.#scope.sessionId;
  }

  /** The directory that the tool works in, if there is one. */
  get workspacePath(): string | undefined {
    return this.#scope.workspacePath;
  }

  /** Aborted when the caller cancels or the deadline passes. */
  get signal(): AbortSignal {
    return this.#scope.signal();
  }

  /** Whether somebody approved this call. */
  get isApproved(): boolean {
    return this.#scope.isApproved;
  }

  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.#scope.metadata;
  }

  get startedAt(): Date {
    return new Date(this.#scope.startedAt);
  }

  /** Tells whoever listens how far the call is. */
  reportProgress(message: string, percentComplete?: number): void {
    this.#scope.report(percentComplete === undefined ? { message } : { message, percentComplete });
  }
}
