/// <reference lib="esnext.disposable" preserve="true" />
import type { AnyContracts } from "../registry/registry-contracts.js";
import { requireServices } from "../registry/tool-handle.js";
import type { ToolRegistry } from "../registry/tool-registry.js";
import type { AllInjectedOf, ContractMap, RequiredServices } from "../tool/contract-types.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { BackendActivity } from "./backend/execution-backend.js";
import { CallHost } from "./call/call-host.js";
import { readDefaults } from "./call-defaults.js";
import type { DisposeOptions, ExecutorArguments } from "./executor-options.js";
import { ExecutorView } from "./executor-view.js";
import type { ToolExecutorEvents, ToolExecutorListener } from "./observe/event-hub.js";
import { resolveOptions } from "./resolve-options.js";

/** Runs the tools of a registry: validates, asks for approval, limits, watches and records every call. */
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

  /** What runs, what waits and what was given up but still runs; undefined when the backend does not report it. */
  get activity(): BackendActivity | undefined {
    return this.#host.backend.activity;
  }

  /**
   * Fails the call whose tool is running, as far as `callScope` knows it: for a process that receives an unhandled
   * rejection. Returns false when there is no such call.
   */
  failCaller(error: unknown): boolean {
    const { caller } = this.#host;
    caller?.fail(error);
    return caller !== undefined;
  }

  /** Listens to an event; the function that comes back stops it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#host.observer.events[event].add(listener);
  }

  /** Takes no more calls, ends what is running and gives up every timer. */
  dispose(options?: DisposeOptions): Promise<void> {
    return this.#host.dispose(options);
  }

  /** Disposes of the executor at the end of a block: `await using executor = new ToolExecutor(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}
