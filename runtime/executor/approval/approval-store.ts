import type { RiskLevel } from "../../tool/risk-level.js";
import type { MaybePromise } from "../../tool/tool-contract.js";

/** A call that waits for approval; plain JSON data, sensitive values included. */
export interface PendingApproval {
  readonly id: string;
  readonly toolId: string;
  readonly executionId: string;
  /** The validated input, without what the application supplies. */
  readonly input: unknown;
  /** The risk that the approver is shown. */
  readonly risk: RiskLevel;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly scope: PendingScope;
}

/** What a call that waits for approval needs again to run in another process. */
export interface PendingScope {
  readonly sessionId?: string;
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Keeps calls that wait for approval. */
export interface ApprovalStore {
  put(pending: PendingApproval): MaybePromise<void>;
  /** Hands a call out and forgets it. Of several takers, in whatever processes, exactly one gets it. */
  take(id: string): MaybePromise<PendingApproval | undefined>;
}

/** Calls that may wait for approval in memory at once. */
const capacity = 10_000;

/** Keeps pending approvals in this process. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #pending = new Map<string, PendingApproval>();

  /** How many calls wait. */
  get size(): number {
    return this.#pending.size;
  }

  put(pending: PendingApproval): void {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.#pending) {
      // Lifetimes hardly differ, so the oldest expire first.
      if (expiresAt > now) break;
      this.#pending.delete(id);
    }
    if (this.#pending.size >= capacity) throw new Error(`More than ${capacity} calls wait for approval.`);
    this.#pending.set(pending.id, pending);
  }

  take(id: string): PendingApproval | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
