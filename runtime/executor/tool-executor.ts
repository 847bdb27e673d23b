/// <reference lib="esnext.disposable" preserve="true" />
import type { AnyContracts } from "../registry/registry-contracts.js";
import { requireServices } from "../registry/tool-handle.js";
import type { ToolRegistry } from "../registry/tool-registry.js";
import type { AllInjectedOf, ContractMap, NothingInjected, RequiredServices } from "../tool/tool-contract.js";
import type { BackendActivity } from "./backend/execution-backend.js";
import { CallHost } from "./call/call-host.js";
import type { DisposeOptions, ExecutorArguments } from "./executor-options.js";
import { ExecutorView } from "./executor-view.js";
import type { ToolExecutorEvents, ToolExecutorListener } from "./observe/call-observer.js";
import { readDefaults, resolveOptions } from "./resolve-options.js";

/** Runs the tools of a registry: validates, approves, limits, watches and records every call. */
export class ToolExecutor<
  Contracts extends ContractMap<Contracts> = AnyContracts,
  const Supplied extends Partial<AllInjectedOf<Contracts>> = NothingInjected,
> extends ExecutorView<Contracts, Supplied> {
  readonly #host: CallHost;

  constructor(
    registry: ToolRegistry<Contracts>,
    ...[given = {}]: ExecutorArguments<RequiredServices<Contracts>, Supplied>
  ) {
    const options = resolveOptions(given);
    requireServices(options.services ?? {}, registry.uses);
    const host = new CallHost(options, registry);
    super(registry, host, readDefaults(options));
    this.#host = host;
  }

  /** Running, waiting and abandoned calls; undefined when the backend does not report them. */
  get activity(): BackendActivity | undefined {
    return this.#host.backend.activity;
  }

  /**
   * Fails the call whose tool runs the current code, if `callScope` knows it; for handlers of unhandled rejections.
   * Returns false if there is no such call.
   */
  failCaller(error: unknown): boolean {
    const { caller } = this.#host;
    caller?.fail(error);
    return caller !== undefined;
  }

  /** Adds a listener and returns a function that removes it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#host.observer.events[event].add(listener);
  }

  /** Rejects new calls, ends running ones and clears all timers. */
  dispose(options?: DisposeOptions): Promise<void> {
    return this.#host.dispose(options);
  }

  /** Disposes of the executor at the end of a block: `await using executor = new ToolExecutor(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}
