import { AsyncLocalStorage } from "node:async_hooks";
import type { ExecutionBackend, ExecutionJob, ResourceClaim } from "@toolkiln/runtime";
import type { ResourceLeases } from "./resource-leases.js";

/** The claims of the calls by whose tools something is being called. */
export const heldClaims: AsyncLocalStorage<readonly ResourceClaim[]> = new AsyncLocalStorage();

/** Runs calls that tools make in the worker itself, in the slot of their callers and beside what these hold. */
export class NestedBackend implements ExecutionBackend {
  readonly #leases: ResourceLeases;

  constructor(leases: ResourceLeases) {
    this.#leases = leases;
  }

  submit(job: ExecutionJob): void {
    const controller = new AbortController();
    job.backendNote = controller;
    this.#run(job, controller.signal).then(
      (value) => job.settle({ type: "returned", value }),
      (thrown: unknown) => job.settle({ type: "threw", thrown }),
    );
  }

  withdraw({ backendNote }: ExecutionJob): void {
    if (backendNote instanceof AbortController) backendNote.abort();
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  async #run(job: ExecutionJob, signal: AbortSignal): Promise<unknown> {
    const held = heldClaims.getStore() ?? [];
    const claims = (job.claims ?? []).filter(({ key }) => held.every((claim) => claim.key !== key));
    const lease = claims.length > 0 && (await this.#leases.acquire({ claims, signal, isPatient: true }));
    try {
      signal.throwIfAborted();
      return await heldClaims.run([...held, ...claims], async () => job.run());
    } finally {
      if (lease) await lease.release();
    }
  }
}
