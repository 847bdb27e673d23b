import type { ExecutionScope } from "./execution-scope.js";
import { ToolExecutionContext } from "./tool-execution-context.js";
import type { ToolProgress } from "./tool-progress.js";

type Scope = { -readonly [Key in keyof ExecutionScope]: ExecutionScope[Key] };

/** Builds the context of a call step by step, for tests and for hosts that run tools without an executor. */
export class ToolExecutionContextBuilder {
  readonly #scope: Scope = {
    toolId: "",
    executionId: crypto.randomUUID(),
    isApproved: false,
    parameters: {},
    startedAt: Date.now(),
    signal: () => this.#signal,
    report: (progress) => this.#progress?.(progress),
  };
  #signal: AbortSignal = new AbortController().signal;
  #progress: ((progress: ToolProgress) => unknown) | undefined;

  static create(): ToolExecutionContextBuilder {
    return new ToolExecutionContextBuilder();
  }

  withExecutionId(executionId: string): this {
    return this.#with({ executionId });
  }

  withSessionId(sessionId: string): this {
    return this.#with({ sessionId });
  }

  withToolId(toolId: string): this {
    return this.#with({ toolId });
  }

  withWorkspace(workspacePath: string | undefined): this {
    return this.#with({ workspacePath });
  }

  withParameters(parameters: unknown): this {
    return this.#with({ parameters });
  }

  /** The parameters as a JSON copy, like those of a call. */
  withParametersFromObject(parameters: object): this {
    return this.withParametersFromJson(JSON.stringify(parameters));
  }

  withParametersFromJson(json: string): this {
    return this.#with({ parameters: JSON.parse(json) as unknown });
  }

  withEmptyParameters(): this {
    return this.#with({ parameters: {} });
  }

  withModifiedParameters(modifiedParameters: unknown): this {
    return this.#with({ modifiedParameters });
  }

  withModifiedParametersFromObject(parameters: object): this {
    return this.#with({ modifiedParameters: JSON.parse(JSON.stringify(parameters)) as unknown });
  }

  /** Services by name, or a provider that finds them by key. */
  withServices(services: object): this {
    return this.#with({ services });
  }

  withCancellation(signal: AbortSignal): this {
    this.#signal = signal;
    return this;
  }

  withProgress(listener: (progress: ToolProgress) => unknown): this {
    this.#progress = listener;
    return this;
  }

  withApproval(isApproved = true): this {
    return this.#with({ isApproved });
  }

  /** Adds one value, or replaces all values with those of an object. */
  withMetadata(metadata: Readonly<Record<string, unknown>>): this;
  withMetadata(key: string, value: unknown): this;
  withMetadata(given: string | Readonly<Record<string, unknown>>, value?: unknown): this {
    const metadata = typeof given === "string" ? { ...this.#scope.metadata, [given]: value } : { ...given };
    return this.#with({ metadata });
  }

  withStartedAt(startedAt: Date | number): this {
    return this.#with({ startedAt: Number(startedAt) });
  }

  /** Throws without services, because a tool that needs one would fail later. */
  build(): ToolExecutionContext {
    if (this.#scope.services === undefined) throw new Error("Services must be provided via withServices()");
    return this.buildForTesting();
  }

  buildForTesting(services: object = this.#scope.services ?? {}): ToolExecutionContext {
    return new ToolExecutionContext({ ...this.#scope, services });
  }

  #with(part: Partial<Scope>): this {
    Object.assign(this.#scope, part);
    return this;
  }
}
