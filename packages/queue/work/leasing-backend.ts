import { AsyncLocalStorage } from "node:async_hooks";
import {
  InProcessBackend,
  type ExecutionBackend,
  type ExecutionJob,
  type ResourceClaim,
} from "@toolkiln/runtime";
import type { ResourceLeases } from "./resource-leases.js";

/** The claims of the call from a queue by whose tool something is being called. */
export const heldClaims: AsyncLocalStorage<readonly ResourceClaim[]> = new AsyncLocalStorage();

/** Runs calls that tools make in the worker itself, with their resources kept apart across all workers. */
export class LeasingBackend implements ExecutionBackend {
  readonly #inner = new InProcessBackend({ maxConcurrentExecutions: 1_000, maxQueueLength: 10_000 });
  readonly #leases: ResourceLeases;
  readonly #leased = new WeakMap<ExecutionJob, ExecutionJob>();

  constructor(leases: ResourceLeases) {
    this.#leases = leases;
  }

  submit(job: ExecutionJob): void {
    const held = new Set([...(heldClaims.getStore() ?? []), ...ancestorClaims(job)].map(({ key }) => key));
    // What a caller holds is held for the calls that its tool makes.
    const claims = job.claims?.filter(({ key }) => !held.has(key)) ?? [];
    this.#inner.submit(claims.length === 0 ? job : this.#withLease(job, claims));
  }

  withdraw(job: ExecutionJob): void {
    this.#inner.withdraw(this.#leased.get(job) ?? job);
  }

  dispose(): Promise<void> {
    return this.#inner.dispose();
  }

  #withLease(job: ExecutionJob, claims: readonly ResourceClaim[]): ExecutionJob {
    const parent = job.parent && (this.#leased.get(job.parent) ?? job.parent);
    const leased: ExecutionJob = {
      toolId: job.toolId,
      executionId: job.executionId,
      parameters: job.parameters,
      isApproved: job.isApproved,
      approval: job.approval,
      idempotent: job.idempotent,
      claims,
      parent,
      backendNote: undefined,
      remainingMs: () => job.remainingMs(),
      run: () => this.#run(job, claims),
      began: () => job.began(),
      report: (progress) => job.report(progress),
      settle: (outcome) => job.settle(outcome),
    };
    this.#leased.set(job, leased);
    return leased;
  }

  async #run(job: ExecutionJob, claims: readonly ResourceClaim[]): Promise<unknown> {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(job.remainingMs(), 2 ** 31 - 1)));
    for (;;) {
      const lease = await this.#leases.acquire({ claims, signal, lost: () => {} });
      if (lease !== undefined) {
        try {
          return await job.run();
        } finally {
          await lease.release();
        }
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      signal.throwIfAborted();
    }
  }
}

function ancestorClaims({ parent }: ExecutionJob): readonly ResourceClaim[] {
  return parent === undefined ? [] : [...(parent.claims ?? []), ...ancestorClaims(parent)];
}
